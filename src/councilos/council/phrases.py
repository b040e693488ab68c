"""The words around an agent's own prompt, in German, English and Chinese."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phrases:
    """One language. Only our own texts are ever formatted, never those of people or models."""

    language: str
    topic: str
    draft: str
    drafts: str
    material: str
    by: str
    no_draft: str
    feedback: str
    note: str
    write: str
    revise: str
    merge: str
    advise: str
    judge: str
    judge_own: str
    decide: str
    score_line: str
    route_line: str
    score_json: str
    route_json: str
    labels: str
    repair_score: str
    repair_route: str
    answer: str
    limit: str
    forced: str
    summarise: str


ENGLISH = Phrases(
    language="Answer in English.",
    topic="Topic",
    draft="Current draft",
    drafts="Drafts of the others",
    material="Earlier material",
    by="by",
    no_draft="There is no draft yet.",
    feedback="Feedback so far",
    note="A person asks you to do this step again, and says",
    write="Write the document. Answer with the document only, without remarks about it.",
    revise="Work all of the feedback into the draft. Answer with the complete new document only.",
    merge="Several drafts reach you. Make one document of them; lose nothing that matters. "
    "Answer with the document only.",
    advise="Answer with your notes for those who write after you.",
    judge="Judge the draft: say what is good, what must change, and how.",
    judge_own="Write or improve the document, then judge it yourself.",
    decide="Decide how it goes on and give your reasons.",
    score_line="End with one line of exactly this form, where x is a number from 0 (useless) to 10 "
    "(perfect):\nSCORE: x",
    route_line="End with one line of exactly this form, where x is one of the labels below, letter by "
    "letter:\nROUTE: x",
    score_json='Answer with one JSON object: {"feedback": your judgement as text, "score": a number from 0 '
    "(useless) to 10 (perfect)}.",
    route_json='Answer with one JSON object: {"reason": your reasons as text, "route": one of the labels '
    "below, letter by letter}.",
    labels="Labels",
    repair_score='Your answer held no readable score. Answer with nothing but this JSON object: {"score": x}'
    ", where x is the number from 0 to 10 that your judgement comes to.",
    repair_route="Your answer named none of the labels. Answer with nothing but this JSON object: "
    '{"route": x}, where x is one of the labels below, letter by letter.',
    answer="Your answer was",
    limit="The loop limit is reached: the way on was taken without asking the model again.",
    forced="The answer named none of the labels; the default was taken.",
    summarise="Summarise this section of a longer document for colleagues who cannot read it. Keep facts, "
    "figures, names and codes, and what is said against them. Put its source behind every statement, "
    "exactly as it stands in brackets above the text. At most {words} words. Answer with the summary only.",
)

GERMAN = Phrases(
    language="Antworte auf Deutsch.",
    topic="Thema",
    draft="Aktueller Entwurf",
    drafts="Entwürfe der anderen",
    material="Früheres Material",
    by="von",
    no_draft="Es gibt noch keinen Entwurf.",
    feedback="Bisheriges Feedback",
    note="Ein Mensch bittet dich, diesen Schritt zu wiederholen, und sagt dazu",
    write="Schreibe das Dokument. Antworte nur mit dem Dokument, ohne Bemerkungen dazu.",
    revise="Arbeite das gesamte Feedback in den Entwurf ein. "
    "Antworte nur mit dem vollständigen neuen Dokument.",
    merge="Dich erreichen mehrere Entwürfe. Mache daraus ein Dokument und verliere nichts Wichtiges. "
    "Antworte nur mit dem Dokument.",
    advise="Antworte mit deinen Hinweisen für alle, die nach dir schreiben.",
    judge="Beurteile den Entwurf: Was ist gut, was muss sich ändern, und wie?",
    judge_own="Schreibe oder verbessere das Dokument und beurteile es dann selbst.",
    decide="Entscheide, wie es weitergeht, und begründe es.",
    score_line="Ende mit einer Zeile genau in dieser Form; x ist eine Zahl von 0 (unbrauchbar) bis 10 "
    "(vollkommen):\nSCORE: x",
    route_line="Ende mit einer Zeile genau in dieser Form; x ist Buchstabe für Buchstabe eines der Labels "
    "unten:\nROUTE: x",
    score_json='Antworte mit einem JSON-Objekt: {"feedback": deine Beurteilung als Text, "score": eine Zahl '
    "von 0 (unbrauchbar) bis 10 (vollkommen)}.",
    route_json='Antworte mit einem JSON-Objekt: {"reason": deine Begründung als Text, "route": Buchstabe für '
    "Buchstabe eines der Labels unten}.",
    labels="Labels",
    repair_score="Deine Antwort enthielt keine lesbare Punktzahl. Antworte mit nichts als diesem "
    'JSON-Objekt: {"score": x}; x ist die Zahl von 0 bis 10, auf die deine Beurteilung hinausläuft.',
    repair_route="Deine Antwort nannte keines der Labels. Antworte mit nichts als diesem JSON-Objekt: "
    '{"route": x}; x ist Buchstabe für Buchstabe eines der Labels unten.',
    answer="Deine Antwort war",
    limit="Das Schleifenlimit ist erreicht: Es geht ohne weitere Modellanfrage weiter.",
    forced="Die Antwort nannte keines der Labels; der Standardweg wurde genommen.",
    summarise="Fasse diesen Abschnitt eines längeren Dokuments für alle zusammen, die es nicht lesen können. "
    "Erhalte Tatsachen, Zahlen, Namen und Kennungen und was dagegen gesagt wird. Setze hinter jede Aussage "
    "ihre Quelle, genau wie sie in Klammern über dem Text steht. Höchstens {words} Wörter. "
    "Antworte nur mit der Zusammenfassung.",
)

CHINESE = Phrases(
    language="请用中文回答。",
    topic="主题",
    draft="当前草稿",
    drafts="其他成员的草稿",
    material="之前的材料",
    by="作者：",
    no_draft="目前还没有草稿。",
    feedback="迄今为止的反馈",
    note="有人要求你重做这一步，并说明",
    write="请撰写文档。只回答文档本身，不要附加说明。",
    revise="请把全部反馈落实到草稿中。只回答完整的新文档。",
    merge="你收到了多份草稿。请把它们合并成一份文档，不要遗漏重要内容。只回答文档本身。",
    advise="请写下给后续撰写者的提示。",
    judge="请评价草稿：哪些地方好，哪些必须修改，如何修改。",
    judge_own="请撰写或改进文档，然后自己评价它。",
    decide="请决定下一步怎么走，并说明理由。",
    score_line="最后一行必须严格使用以下格式，x 是 0（无用）到 10（完美）之间的数字：\nSCORE: x",
    route_line="最后一行必须严格使用以下格式，x 是下面的标签之一，逐字照写：\nROUTE: x",
    score_json='请用一个 JSON 对象回答：{"feedback": 你的评价文字, '
    '"score": 0（无用）到 10（完美）之间的数字}。',
    route_json='请用一个 JSON 对象回答：{"reason": 你的理由, "route": 下面的标签之一，逐字照写}。',
    labels="标签",
    repair_score='你的回答中没有可读的分数。请只回答这个 JSON 对象：{"score": x}，'
    "x 是你的评价对应的 0 到 10 之间的数字。",
    repair_route='你的回答没有给出任何标签。请只回答这个 JSON 对象：{"route": x}，'
    "x 是下面的标签之一，逐字照写。",
    answer="你的回答是",
    limit="已达到循环上限：不再询问模型，直接继续。",
    forced="回答没有给出任何标签，已采用默认路线。",
    summarise="请为无法阅读全文的同事总结这份长文档的这一部分。保留事实、数字、名称和编号，以及与之相反的说法。"
    "每个陈述后面都要注明出处，与文本上方方括号中的写法完全一致。最多 {words} 个词。只回答总结。",
)

_FOLLOW_TOPIC = "Answer in the language of the topic."
_ALL = {"en": ENGLISH, "de": GERMAN, "zh": CHINESE}


def phrases(language: str | None) -> Phrases:
    """Return the words for a language tag such as `de-AT`; English for those we don't have."""
    return _ALL.get((language or "").strip().casefold().replace("_", "-").split("-")[0], ENGLISH)


def language_line(language: str | None) -> str:
    """Return the sentence that tells an agent which language to answer in."""
    tag = (language or "").strip()
    if not tag:
        return _FOLLOW_TOPIC
    known = _ALL.get(tag.casefold().replace("_", "-").split("-")[0])
    return known.language if known else f"Answer in the language with the code {tag}."
