"""The school in the browser: payout drills, exercises at a drawn table, and sets of an instructor.

Questions are made and judged in a process of its own (`worker`, by `questions`), so that no table
waits for them; `pages` is for whoever practises, `sets` for what an instructor has set.
"""
