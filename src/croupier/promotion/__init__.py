"""Promotional prizes: their terms, the draw, the winners, and what is refused and why.

Begin with `promotion` (the aggregate) and `terms` (the document that it is held by). `acts` has its
commands by subject, `facts` what follows from them, `state` what they come to. `terms_review` says
what the rules object to in terms, `draw` how winners are drawn and proved, `money` what prizes are
worth and how they are paid, `next_steps` what is owed and what can be done, `views` who sees what.
"""
