"""jupyter_kernel_test 0.7: all 13 tests, with a sample for each."""

import jupyter_kernel_test


class PodiumTests(jupyter_kernel_test.KernelTests):
    kernel_name = "podium"
    language_name = "podium"
    file_extension = ".podium"
    code_hello_world = "!echo hello, world"
    code_stderr = "!echo oops >&2"
    completion_samples = [{"text": "descr", "matches": {"describe"}}, {"text": "load iri", "matches": {"iris"}}, {"text": "x"}]
    complete_code_samples = ["load iris", "= 1 + 1", "load iris\nhead 2", ""]
    incomplete_code_samples = ["= (1 +", "load iris \\"]
    invalid_code_samples = ["load 'iris' |", "= 1 +"]
    code_page_something = "help cv"
    code_generate_error = "load nowhere.csv"
    code_execute_result = [
        {"code": "= 1 + 1", "result": "value  2\n"}, {"code": "load iris\nhead 1", "mime": "text/html"},
    ]
    code_display_data = [{"code": "quiet: load iris\nplot hist petal_length_cm", "mime": "image/svg+xml"}]
    code_history_pattern = "= 1 +*"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "cv"
    code_clear_output = "clear"


class PodiumWelcomeTests(jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = "podium"
    support_iopub_welcome = True
