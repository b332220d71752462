"""What a table, a tournament, a promotion and the house have in common.

Each of them is an aggregate: commands go in, facts or a refusal come out, and a record chained by
hash remembers both. Begin with `aggregate` (`check` and `do`) and `acts` (how a command is
declared and judged). `roles` says who may do what, `facts` what every fact has; `record`,
`record_lines` and `codec` are what is written down, `restore` makes an aggregate anew or has it
follow another process, `hash_chain` and `tampering` tell what was done to a record.
"""
