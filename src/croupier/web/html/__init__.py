"""What all pages share: the templates' environment, the page around each, words, assets."""
