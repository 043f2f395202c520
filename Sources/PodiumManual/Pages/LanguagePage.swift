internal import PodiumCore

/// The page of the command language.
enum LanguagePage {
  static let page = ManualPage(
    "language", "The command language", summary: "Grammar, expressions, names and sinks.",
    introduction: #"""
      One line is one command: a verb, what it works on, then settings as `key=value`. The same grammar applies at the prompt,
      in `-c`, in scripts and in notebooks.

      ```
      line    = { prefix ":" } verb { argument } [ "if" CONDITION ] [ "in" ROWS ] [ "as" NAME ] [ sink ] [ "#" comment ]
      prefix  = "by" COLUMN { "," COLUMN } | "quiet" | "time" | "try"
      argument = WORD | KEY "=" VALUE                        no spaces around "="; a number is not a KEY
      learner = NAME [ "(" KEY "=" VALUE { "," KEY "=" VALUE } ")" ]
      sink    = "to" FILE | ">" FILE | ">!" FILE | ">>" FILE | "|" PROGRAM
      ```
      """#,
    sections: [
      ManualSection(
        "Words and values",
        #"""
        - A positional argument says *what*: a column, a learner, a file. A key says *how*: `k=10`.
        - Put text with spaces or special characters in quotes: `"Top pick"` or `'Top pick'`. Inside them `\"`, `\'`, `\\`,
          `\n`, `\t`, `\r` and `\u{1F3BF}` are escapes.
        - Put column names with spaces or special characters in backticks: `` `snow type` ``.
        - Where a command takes columns, `petal_*` and `?` are a pattern, `a:d` a range of the table, and `type=number` all of a type
          (a number is an integer too, a category an ordered one). A column of that exact name comes first. After `by` and where one
          column is taken patterns name columns too, and `rename petal_* p_*` keeps what is in the place of the star.
        - Write a list with commas and without spaces: `columns=day,spot`. A range of whole numbers is `2..10`.
        - `$base.accuracy` is a value of a result and may be the value of a key: `set seed=$base.seed`.
        - Hyperparameters go in the learner's parentheses, keys of the command after them: `cv tree(max-depth=5) k=10`.
          A list of values makes a grid: `svm(c=0.1,1,10)`.
        - `;` separates commands. `#` after a space begins a comment. `\` at the end of a line, an open parenthesis or an open
          quote continues it on the next line.
        - A prompt in front of a pasted line (`podium> `) is ignored.
        """#),
      ManualSection(
        "Prefixes",
        """
        | prefix | effect |
        |---|---|
        | `by COLUMN:` | run the command once per group and stack the results in one table |
        | `quiet:` | show no output; the result is kept |
        | `time:` | show the duration |
        | `try:` | turn an error into a warning and continue |

        `by base: describe rank`, `time: cv svm k=10`. Prefixes combine: `by base: quiet: cv tree k=5`.
        """),
      ManualSection(
        "Rows",
        """
        `if CONDITION` takes the rows for which an expression is true, and `in ROWS` takes rows by position, counted from 1:
        `in 1..50`, `in 7`, `in 100..`. With both, `in` counts rows of the table and `if` chooses among them. Rows for which the
        condition is missing are skipped, and the output gives their number.
        """),
      ManualSection(
        "Expressions",
        #"""
        Bare words are columns, text is in quotes, `$NAME.FIELD` is a value of a result.

        | operators, highest precedence first | meaning |
        |---|---|
        | `^` | power; from right to left: `2^3^2` is 512 |
        | `-x` | minus; `-2^2` is −4 |
        | `*` `/` `%` | product, quotient, remainder |
        | `+` `-` | sum, difference; `+` also joins text |
        | `==` `!=` `<` `<=` `>` `>=` | comparison; chains such as `1 < x < 5` are refused |
        | `not` | negation |
        | `and` | both |
        | `or` | at least one |

        - A missing value is neither less than, greater than nor equal to anything, itself included; `missing(x)` tests for it.
        - A result that is not finite (`1/0`, `log(-1)`) is missing.
        - Dates compare with text in ISO form: `day >= "2026-02-01"`. Ordered categories compare by their order.
        - Nesting is limited to 500 levels, and an expression to 10,000 values and columns.

        [Functions](functions.md) lists the functions. `= EXPRESSION` (short for `calculate`) shows one value and may use
        functions of many rows: `= mean(wind) if spot == "reef"`. `assert EXPRESSION` fails if the value is not true.
        """#),
      ManualSection(
        "Names of results and tables",
        """
        - Every result has a number: `$1`, `$2`, …; `_` is the last one. `as NAME` names it: `cv tree k=10 as base`.
        - `$base.accuracy` reads a field; `fields base` lists the fields, `results` the results, `show base` shows one again.
        - A name begins with a letter and holds letters, digits, `-` and `_`.
        - `load FILE as NAME` names the table. `use NAME` switches to a table in memory, or to the table of a result.
        - `load NAME` looks for a file, then a bundled dataset, then a saved table. Several matches are an error.
        - A plugin's verbs begin with its name (`ski order 12`); its learners and evaluators are `ski.NAME`.
        - At the prompt a verb may be shortened to three or more letters if it stays unique. Scripts, `-c` and notebooks need
          the full name, and so do verbs that delete.
        """),
      ManualSection(
        "Sinks",
        """
        | sink | effect |
        |---|---|
        | `COMMAND to FILE` | write the output in the format of the file extension, otherwise as text |
        | `COMMAND > FILE` | the same, for commands without an expression |
        | `COMMAND >! FILE` | replace the file |
        | `COMMAND >> FILE` | append to the file |
        | `COMMAND \\| PROGRAM` | pass the output to a program |

        An existing file is never replaced without `>!`. Files and programs receive complete tables without colours.
        `!PROGRAM` runs an external program.
        """),
      ManualSection(
        "Errors",
        """
        An error message names what is wrong, marks the place and explains what to do. A failed command changes nothing. In a
        script or notebook, the message begins with the file and the line. See also [exit statuses](exit-status.md).

        ```
        podium> cv tree(max-dept=3)
        error: unknown hyperparameter 'max-dept'; did you mean 'max-depth'?
          cv tree(max-dept=3)
                  ^^^^^^^^
        help: help tree lists the hyperparameters of 'tree'
        ```
        """),
    ])
}
