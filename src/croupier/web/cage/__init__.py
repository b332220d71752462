"""The cage: chips bought and cashed out, and what the books say."""
