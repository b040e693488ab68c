"""Councils from Python: scripts and notebooks.

    from councilos import Council

    result = Council.load("rat.json").run("Thema")
    print(result.draft, result.score, result.cost)

Runs are real ones: they stand in the history and can be looked at in the web app. The engine works
in a thread and an event loop of its own, so that it disturbs nobody's loop and `run` also works
where one is running, as in a notebook.
"""
