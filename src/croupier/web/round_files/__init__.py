"""Round files in a browser: pasted by anybody, or taken from a record and changed.

Somebody else's file may take any time to work out, so that is done in a process of its own
(`worker`), one file after the other and not for long; tables have nothing to do with it.
"""
