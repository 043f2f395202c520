/// The page of the protocol that external plugins and learners speak.
enum PluginProtocolPage {
  static let page = ManualPage(
    "plugin-protocol", "The plugin protocol", summary: "How podium talks to external plugins and learners, version 1.",
    introduction: #"""
      An external plugin is a program in any language. podium starts it, writes requests to its standard input and reads answers
      from its standard output. `podium plugin new NAME` writes a working plugin; `plugins/README.md` in
      the sources shows a complete plugin and a complete learner.

      - Each message is one JSON object on one line, in UTF-8.
      - A request begins with `{"id":N,"do":"WORD"`. The answer has the same `id` and either the result or
        `"error":{"code","message","help"}`.
      - Lines with `"progress"` (0 to 1) or `"note"` and without `id` may come before the answer.
      - Unknown members are ignored in both directions. Version 1 only grows.
      - Standard error is for people: podium shows its last lines when the program fails.

      ```
      > {"id":1,"do":"hello","protocol":1,"podium":"0.2.0"}
      < {"id":1,"name":"gliding","version":"1.0","protocol":1,"summary":"Gliding logs.","registers":{…}}
      > {"id":2,"do":"command","command":"gliding sum","arguments":{},"table":{"rows":6,"columns":[…]}}
      < {"note":"six flights"}
      < {"id":2,"outputs":[{"kind":"record","title":"kilometres","fields":{"total":1330}}]}
      ```
      """#,
    sections: [
      ManualSection(
        "Tables and files",
        """
        A **table** is `{"rows":n,"columns":[{"name","type","role","levels","period","values"}]}`.

        | member | values |
        |---|---|
        | `type` | `number`, `integer`, `category`, `ordered`, `text`, `boolean`, `date`, `datetime` |
        | `role` | `target`, `feature`, `group`, `time`, `id`, `ignored` |
        | `levels` | the categories in order, for `ordered` |
        | `period` | where circular numbers start again at 0, as 360 for directions; absent for all others |
        | `scale` | `duration` or `time` for numbers that count the seconds of a span or since midnight, which have the period 86400; absent for all others |
        | `values` | one per row; `null` is missing; dates are ISO 8601 |

        Classes are named by their text. A **file** is `{"name","text"}`, or `{"name","base64"}` if it is not UTF-8, or
        `{"name","path"}` for an importer with `paths` and a file on this machine.

        **A column in binary** has `data` in place of `values`: base64 of little-endian values. A table of an answer may have such
        columns; an exporter with `binary` gets them.

        | `type` | `data` | missing |
        |---|---|---|
        | `number` | doubles | not a number |
        | `integer` | 64 bits | the least one |
        | `boolean` | bytes 0 and 1 | 255 |
        | `date` | 32 bits, days since 1970-01-01 | the least one |
        | `datetime` | 64 bits, microseconds since 1970-01-01T00:00Z | the least one |
        | `category`, `ordered` | 32 bits, places in `levels` from 0 | -1 |
        | `text` | 32 bits, the length in bytes of each text in `utf8`, base64 of all texts in a row | -1 |
        """),
      ManualSection(
        "Requests",
        """
        | `do` | the request holds | the answer holds |
        |---|---|---|
        | `hello` | `protocol`, `podium` (its version) | `name`, `version`, `protocol`, `summary`, `registers` |
        | `load` | `importer`, `name`, `folder`, `files`, `options` | `table`, `notes`, `evaluators`, `labelling` |
        | `export` | `exporter`, `table` | `text` or `base64` |
        | `learn` | `learner`, `target`, `classes`, `seed`, `settings`, `train`, `test` | `predicted`, `probabilities` |
        | `evaluate` | `evaluator`, `target`, `ordered`, `classes`, `rows`, `fold`, `truth`, `predicted`, `probabilities`, `table` | `measures` |
        | `command` | `command`, `arguments`, `table` | `outputs`, `table` |
        | `figure` | `figure`, `options`, `table` | `plot`, or `title`, `media_type`, and `text` or `base64` |

        - `labelling` is `{"column"}`, or `{"ranks","group","cuts","names"}` for ranks that are cut into classes.
        - `predicted` has one value per row of `test`; `probabilities` one list per row in the order of `classes`, each
          with the sum 1. `train` and `test` are tables; only `train` has the target.
        - Each measure is `{"name","value","count","interval","explanation"}`: `count` is `[successes, trials]`, `interval` is
          `[low, high]`. With `count` alone podium computes the share and its Wilson interval.
        - Outputs have the kinds `table`, `record`, `note`, `warning`, `text` and `figure` of [the JSON contract](json.md). A
          `table` beside them replaces the current table. An output of kind `figure` holds what the answer to `figure` holds.
        """),
      ManualSection(
        "A plot",
        """
        A picture that you describe and podium draws, as SVG, PNG, PDF, in a terminal and as CSV, with the same colours and rules
        as `plot`: `"plot"` in the answer to `figure`, or in an output of kind `figure`.

            {"plot":{"kind":"club.rain","title":"rain by day","table":{…},"n":31,
              "layers":[{"mark":"bar","x":"day","y":"rain"}],"y":{"unit":"mm"}}}

        | member of `plot` | meaning |
        |---|---|
        | `table` | what is drawn, a table as above |
        | `layers` | 1 to 50 layers of marks, from the back to the front |
        | `kind`, `title`, `subtitle`, `notes`, `summary` | texts; `summary` is one sentence for those who cannot see the picture |
        | `n`, `counted`, `left_out` | what went in (by default the rows of `table`), what it counts (`row`), and a list of `{"count","reason"}` |
        | `x`, `y` | `scale` (`linear`, `log`, `category`, `ordered`, `time`; by default what suits the columns), `label`, `unit`, `min`, `max`, `zero`, `format` (`number`, `percent`), `hidden` |
        | `color` | `scale` (`category`, `ordered`, `sequential`, `diverging` with `middle`), `label`, `unit`, `format`, `hidden` |
        | `facet` | a column whose values have a panel each, at most 24 |

        | member of a layer | meaning |
        |---|---|
        | `mark` | `bar`, `point`, `line`, `area`, `rule`, `interval`, `cell` or `text` |
        | `x`, `x2`, `y`, `y2` | a column of `table`, or a number for all rows |
        | `color`, `series`, `text`, `angle`, `size`, `details` | columns: of the colour, of lines of one colour, of texts, of arrows in degrees, of areas, for the pointer |
        | `tone`, `label`, `arrangement`, `dashed`, `stepped` | `main`, `accent`, `muted` or `ink`; a name in the legend; `overlaid`, `sideBySide`, `stacked` or `spread` |
        """),
      ManualSection(
        "What hello registers",
        """
        | member of `registers` | each entry has |
        |---|---|
        | `importers` | `key`, `summary`, `extensions`, `files` (of a folder), `begins` (how the content begins), `paths`, `parameters` |
        | `exporters` | `key`, `extensions`, `binary` |
        | `evaluators` | `key`, `summary` |
        | `learners` | `key`, `summary`, `targets`, `probabilities`, `scale`, `stochastic`, `hyperparameters` |
        | `figures` | `key`, `summary`, `parameters` |
        | `commands` | `name`, `summary`, `details`, `table` (`none`, `optional` or `needed`), `rows`, `parameters`, `examples` |
        | `datasets` | `name`, `path` (below the plugin's folder), `importer`, `summary`, `target` |

        - Keys are the plugin's name or begin with it and a dot; a command is its name and one or two words.
        - A **parameter** has `name`, `kind` and `help`. Kinds: `integer` (`min`, `max`, `default`), `flag` (`default`), `choice`
          (`choices`, `default`), `text`, `column` and `columns` (`types`), `words`, `list`. `positional` and `required` apply to
          texts, columns and words.
        - A **hyperparameter** has `name`, `kind` (`integer`, `number`, `choice`, `flag`, `integers`), `default`, `min`, `max`,
          `choices`, `help`.
        - An **example** has `line`, `caption`, `after` (commands before it), and `prints` or `fails`.
        """),
      ManualSection(
        "The folder",
        """
        `plugin.json` in the plugin's folder describes the program:

        | member | meaning |
        |---|---|
        | `name` | the plugin's name: lower-case letters, digits and hyphens, a letter first |
        | `run` | the command that starts it, in its folder |
        | `language` | shown by `podium plugin list` |
        | `build` | the command that builds it |
        | `memory-mb` | memory of the process, 16 to 1048576; default 4096 |
        | `timeout-s` | seconds for one answer, 1 to 86400; default 300, or `set plugin-timeout=` |
        | `environment` | names of environment variables that the program and its build get too, as in `["R_LIBS"]` |

        `tests/*.session` holds sessions (`podium> COMMAND` and what it prints) that `podium plugin test` replays.
        """),
      ManualSection(
        "Processes and limits",
        """
        - The program starts when it is first needed, once per thread, with `PODIUM=1`, in its folder, and ends with podium.
        - Of podium's environment variables it gets `PATH`, `HOME`, `LANG`, `LC_*`, `TZ`, `TMPDIR` and those that `environment`
          names. It has its own session, so there is no `/dev/tty`.
        - It has 10 s for `hello`. A line has at most 256 MB and 20 million values.
        - A crash, a timeout, a wrong answer or a flood of output fails the command, never podium. The next request starts it
          again; after three failures in a row it is disabled until podium restarts.
        - Ctrl-C sends SIGINT to the program's process group; one second later the group is killed. A process that starts its
          own group or session (`setsid`, a daemon) outlives the program: do not leave one running.
        - Scripts and notebooks start programs only with `--trust`.
        - The same request must get the same answer; use `seed` for everything random.
        - A plugin cannot write the workspace in version 1.
        """),
      ManualSection(
        "Learners without a plugin",
        """
        `learner add NAME "COMMAND"` uses a program that answers `learn` as a learner: `cv NAME`, `compare NAME tree`. Its
        capabilities are detected when it is added, or you give them:
        `targets=classes,numbers probabilities=yes scale=yes stochastic=no`. `environment=R_LIBS` names further variables.
        `podium plugin test --learner "COMMAND"` checks it.
        """),
    ])
}
