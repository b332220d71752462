"""The school for programs: drills, exercises, what an instructor has set and what came of it."""

from litestar import Router

from croupier.web.school import instructor_api, practice_api, sets_api

router = Router("/", route_handlers=[practice_api.router, sets_api.router, instructor_api.router])
