"""What a table, a tournament, a promotion and the house have in common.

Each of them is an aggregate: commands go in, facts or a refusal come out, and a record chained by
hash remembers both. It is put together from acts (`acts`), a state of its own and a record. Begin
with `acts`; `roles` says who may do what, `facts` what every fact has.
"""
