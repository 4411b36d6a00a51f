"""Each rule of a question file has a test that breaks it."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from tests.content.make import MATCHING, ORDERING, SINGLE, only
from tests.content.test_parse import changed, error, read
from tutor.content.schema import Question

MULTIPLE = (
    changed('type = "single"', 'type = "multiple"') + '[[option]]\nid = "plum"\ntext = "A blue one"\ncorrect = true\n'
)


def second_key(text: str) -> str:
    return text.replace('text = "A green one"\n', 'text = "A green one"\ncorrect = true\n').replace(
        'trap = "apple-vs-pear"\n', ""
    )


def test_a_single_question_has_exactly_one_key() -> None:
    assert error(changed("correct = true\n", ""), "key-count").line == 15
    assert "has 2" in error(second_key(SINGLE), "key-count").message


def test_a_multiple_question_has_two_keys_or_more_but_not_all() -> None:
    assert read(MULTIPLE).problems == ()
    assert "has 1" in error(changed("correct = true\n", "", MULTIPLE), "key-count").message
    assert "has 3" in error(second_key(MULTIPLE), "key-count").message


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("position = 2", "position = 3"),
        ("position = 2", "position = 1"),
        ("position = 1", "position = 0"),
        ("position = 2\n", ""),
    ],
)
def test_the_positions_of_an_ordering_question_are_one_to_n(old: str, new: str) -> None:
    assert error(changed(old, new, ORDERING), "key-count").where == "option"


def test_a_matching_question_has_two_prompts_or_more() -> None:
    prompt = '[[prompt]]\nid = "green"\ntext = "Something green"\nmatch = "pear"\n'
    assert "at least 2 prompts" in error(changed(prompt, "", MATCHING), "key-count").message


def test_a_prompt_matches_an_option_of_the_question() -> None:
    problem = error(changed('match = "pear"', 'match = "plum"', MATCHING), "key-outside-options")
    assert problem.line == 13
    assert problem.mend == "Options are apple, pear"


def test_two_prompts_may_share_an_option_and_one_option_may_be_left_over() -> None:
    assert read(changed('match = "pear"', 'match = "apple"', MATCHING)).problems == ()


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ('id = "green"', 'id = "red"', MATCHING),
        ('"Something green"', '"something  RED"', MATCHING),
        ('text = "A green one"', 'text = "a  RED one"', SINGLE),
    ],
)
def test_equal_options_or_prompts_are_an_error(old: str, new: str, text: str) -> None:
    error(changed(old, new, text), "dup-option")


def test_options_that_differ_in_punctuation_only_are_different() -> None:
    assert read(changed('"A green one"', '"-400"', changed('"A red one"', '"+400"'))).problems == ()


def test_option_ids_are_unique() -> None:
    problem = error(changed('id = "pear"', 'id = "apple"'), "dup-option")
    assert problem.line == 23


@pytest.mark.parametrize("bad", ["A", "a", "Apple", "a_b", "-a", "a--b", "a.", "", "a b", "a\\n", "x" * 65])
def test_an_option_id_is_a_slug_and_not_a_letter(bad: str) -> None:
    text = changed('id = "apple"', f'id = "{bad}"').replace("[[opt:apple]]", "It")
    assert error(text, "bad-id").line == 16


@pytest.mark.parametrize("good", ["1", "a.b", "a-1.b", "10", "x" * 64])
def test_slugs_may_hold_digits_dots_and_dashes(good: str) -> None:
    assert read(changed('id = "apple"', f'id = "{good}"').replace("[[opt:apple]]", "It")).problems == ()


@pytest.mark.parametrize(("count", "good"), [(1, False), (2, True), (10, True), (11, False)])
def test_a_question_has_two_to_ten_options(count: int, good: bool) -> None:
    head = SINGLE[: SINGLE.index("[[option]]")].replace("[[opt:apple]]", "It")
    options = [f'[[option]]\nid = "o{n}"\ntext = "Text {n}"\ncorrect = {str(n == 0).lower()}\n' for n in range(count)]
    problems = read(head + "".join(options)).problems
    assert [problem.rule for problem in problems] == ([] if good else ["bad-value"])


@pytest.mark.parametrize("field", ["explanation", "trap_note", "stem", "ask"])
def test_a_link_in_the_prose_names_an_option(field: str) -> None:
    text = changed("explanation", "lang = 'en'\nexplanation") if field == "explanation" else SINGLE
    lines = [line for line in text.splitlines() if not line.startswith(f"{field} = ")]
    if field == "explanation":
        lines = [line for line in lines if "cue is the shape" not in line and line != '"""']
    problem = error("\n".join([lines[0], f'{field} = "See [[opt:plum]]."', *lines[1:]]), "unknown-id")
    assert (problem.line, problem.where) == (2, field)


@pytest.mark.parametrize("field", ["why", "tempting", "right_when", "text"])
def test_a_link_in_an_option_names_an_option(field: str) -> None:
    text = "\n".join(line for line in SINGLE.splitlines() if not line.startswith(f"{field} = ") or "red" in line)
    before, pear = text.rsplit('concept = "pear"', 1)
    problem = error(f'{before}{field} = "Not [[opt:plum]]."\nconcept = "pear"{pear}', "unknown-id")
    assert problem.where == f"option.pear.{field}"


def test_double_brackets_of_shell_code_are_not_links() -> None:
    assert read(changed("A cook needs", "if [[ -f x ]]; then [[opts:x]]; A cook needs")).problems == ()


@pytest.mark.parametrize("url", ["example.org", "ftp://example.org", "https://", "javascript:alert(1)", "https://a b"])
def test_a_reference_is_a_web_address(url: str) -> None:
    text = changed("[[option]]", f'[[references]]\ntitle = "T"\nurl = "{url}"\n[[option]]')
    assert error(text, "bad-url").line == 17


def test_an_option_with_a_trap_has_a_concept_and_is_wrong() -> None:
    assert error(changed('concept = "pear"\n', ""), "trap-side").line == 28
    assert error(changed('concept = "apple"', 'concept = "apple"\ntrap = "apple-vs-pear"'), "trap-side").line == 21


def test_a_step_or_a_matched_option_cannot_be_a_lure() -> None:
    trap = 'concept = "apple"\ntrap = "apple-vs-pear"\n'
    error(changed("position = 2\n", f"position = 2\n{trap}", ORDERING), "trap-side")
    error(changed('text = "Pear"\n', f'text = "Pear"\n{trap}', MATCHING), "trap-side")


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ('concept = "apple"', 'concept = "apple"\nposition = 1', SINGLE),
        ("position = 2", "position = 2\ncorrect = true", ORDERING),
        ('text = "Pear"', 'text = "Pear"\ncorrect = true', MATCHING),
        ("[[option]]", '[[prompt]]\nid = "p"\ntext = "P"\nmatch = "apple"\n[[option]]', SINGLE),
    ],
)
def test_a_field_of_another_type_is_an_error(old: str, new: str, text: str) -> None:
    error(changed(old, new, text), "field-of-other-type")


@pytest.mark.parametrize(
    ("field", "rule"),
    [
        ('concepts = ["apple", "apple"]', "dup-value"),
        ('related = ["b", "b"]', "dup-value"),
        ('related = ["pick-a-fruit"]', "dup-value"),
        ('aliases = ["pick-a-fruit"]', "dup-question-id"),
        ('exams = [{ code = "a", task = "1" }, { code = "A", task = "2" }]', "dup-value"),
    ],
)
def test_a_list_names_nothing_twice(field: str, rule: str) -> None:
    name = field.split(" ")[0]
    text = "\n".join(line for line in SINGLE.splitlines() if not line.startswith(f"{name} = "))
    if name == "exams":
        text = text.replace('  { code = "test-1", task = "1.1", guide = ["1.1-K1"] },\n]\n', "")
    assert error(text.replace("format = 1", f"format = 1\n{field}", 1), rule).line == 2


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("It is not round.", "As option B says.", "letter-reference"),
        ("It is not round.", "Unlike (A), it is not round.", None),
        ("It is not round.", "A and B are round.", "letter-reference"),
        ("It is not round.", "Answers C and D differ.", "letter-reference"),
        ("It is not round.", "All of the above.", "letter-reference"),
        ("It is not round.", "It lies above the round one, a and b.", None),
        ("A green one", "Both A and B", "letter-reference"),
        ("A green one", "None of the above", "letter-reference"),
        ("Which fruit fits?", "Which fruit fits? (Choose TWO.)", "choose-n"),
        ("Which fruit fits?", "Select 3 fruits.", "choose-n"),
        ("Which fruit fits?", "Choose the best one.", None),
        ("Which fruit fits?", "Which two-sided fruit fits?", None),
        ("A red one", "A red one (correct)", "key-leak"),
        ("A red one", "A red one [Right answer]", "key-leak"),
        ("A red one", "A red one (right)", None),
        ("It is not round.", "TODO", "placeholder"),
        ("It is not round.", "Lorem ipsum", "placeholder"),
        ("It is not round.", "Why????", "placeholder"),
        ("It is not round.", "Why??", None),
        ("It is not round.", "![](media/x.png)", "missing-media"),
    ],
)
def test_the_words_of_a_question_have_rules(old: str, new: str, rule: str | None) -> None:
    parsed = read(changed(old, new))
    if rule is None:
        assert parsed.problems == ()
    else:
        only(parsed.problems, rule)


def test_letters_are_allowed_where_nothing_is_shuffled() -> None:
    text = changed("It is not round.", "As option B says.")
    assert read(changed('type = "single"', 'type = "single"\nshuffle = false', text)).problems == ()


def test_the_stem_may_name_its_own_things_by_letters() -> None:
    text = changed("It is not round.", "Fruits B and C are not round.")
    assert read(changed("something round", "something like B and C", text)).problems == ()


def test_an_option_about_the_others_is_allowed_at_a_fixed_end() -> None:
    text = changed("A green one", "None of the above")
    assert read(changed('id = "pear"', 'id = "pear"\npin = "last"', text)).problems == ()


def test_the_number_to_choose_agrees_with_the_keys_of_a_multiple_question() -> None:
    assert read(changed("Which fruit fits?", "Which two fit? (Select TWO.)", MULTIPLE)).problems == ()
    error(changed("Which fruit fits?", "Which three fit?", MULTIPLE), "choose-n")
    error(changed("something round.", "something round. (Choose 3)", MULTIPLE), "choose-n")


def test_the_model_alone_names_the_broken_rule() -> None:
    import tomllib

    with pytest.raises(ValidationError, match="exactly 1 option"):
        Question.model_validate(tomllib.loads(changed("correct = true\n", "")))


def test_a_loaded_model_cannot_be_changed() -> None:
    import tomllib

    model = Question.model_validate(tomllib.loads(SINGLE))
    with pytest.raises(ValidationError, match="frozen"):
        model.id = "other"
