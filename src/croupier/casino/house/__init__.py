"""The house: its people, the books of its chips, and whatever concerns no single table.

`house` has the aggregate, `commands` and `facts` what can be asked of it and what follows, `acts`
who may ask and what is judged, `books` the chips in double entry. Begin with `house`.
"""
