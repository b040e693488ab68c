"""The councils that ship with the product."""

from __future__ import annotations

from collections import Counter
from importlib import resources

import pytest

from councilos.blueprint.check import check
from councilos.blueprint.codec import export, parse
from councilos.blueprint.templates import KEYS, LANGUAGES, Template, default_council, spoken, templates


@pytest.mark.parametrize("template", templates(), ids=lambda t: f"{t.key}-{t.language}")
def test_ui_6_templates_are_sound(template: Template) -> None:
    """UI-6, BP-11: every template checks without errors and warnings and is in canonical form."""
    assert check(template.data, knows_model=lambda _: False).problems == ()
    file = resources.files("councilos.blueprint") / "templates" / f"{template.key}.{template.language}.json"
    assert export(template.data) == file.read_bytes()
    assert parse(file.read_bytes()) == template.data
    assert template.name


def test_ui_7_every_template_in_every_language() -> None:
    """UI-7: German, English and Chinese have the same councils with the same shape."""
    assert Counter(t.language for t in templates()) == dict.fromkeys(LANGUAGES, len(KEYS))
    for key in KEYS:
        shapes = [t.data for t in templates() if t.key == key]
        assert len({str(data["edges"]) for data in shapes}) == 1
        assert len({str([(n["id"], n["tools"]) for n in data["nodes"]]) for data in shapes}) == 1
        prompts = [node["system_prompt"] for data in shapes for node in data["nodes"]]
        assert len(set(prompts)) == len(prompts)


@pytest.mark.parametrize("language", ["de", "en", "zh", "fr"])
def test_cs_7_default_council(language: str) -> None:
    """CS-7: master → critic → rework or approve → writer, all on the default model."""
    council = default_council(language)
    assert [node.id for node in council.nodes] == ["master_agent", "critic_agent", "writer_agent"]
    assert {node.model for node in council.nodes} == {"default"}
    assert [(e.source, e.target, e.type, e.condition) for e in council.edges] == [
        ("master_agent", "critic_agent", "linear", None),
        ("critic_agent", "master_agent", "conditional", "rework"),
        ("critic_agent", "writer_agent", "conditional", "approve"),
    ]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", ""),
        ("*", ""),
        ("fr", ""),
        ("en", "en"),
        ("en_US.UTF-8", "en"),
        ("zh-Hans-CN", "zh"),
        ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7", "en"),
        ("de;q=0.2,zh;q=0.5", "zh"),
        ("de;q=0, en;q=x", ""),
    ],
)
def test_cs_7_the_first_language_that_we_have(accepted: str, language: str) -> None:
    """CS-7, UI-7: tags and Accept-Language headers; German when nothing fits."""
    assert spoken(accepted) == language
    assert default_council(accepted) == default_council(language or "de")
