"""The school over HTTP: payout drills, exercises at a drawn table, and sets of an instructor.

Questions are made and judged in a process of its own (`worker`), so that no table waits for them:
as data, or as parts of pages (`page_parts`). `practice` is for anybody, `sets` for
what was set for somebody, both by way of `sitting`; `instructor` sets it. Each has its operations
for programs beside it (`practice_api`, `sets_api`, `instructor_api`).
"""
