"""The school over HTTP: payout drills, exercises at a drawn table, and sets of an instructor.

Questions are made and judged in a process of its own (`worker`), so that no table waits for them:
as parts of pages (`page_parts`) or as data (`data_parts`). `pages` is for whoever practises, `sets`
for what was set for somebody, both by way of `sitting`; `instructor` sets it, and `api` is all of
it for programs.
"""
