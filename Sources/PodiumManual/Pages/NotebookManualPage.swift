/// The page of the notebook format and of `podium verify`.
enum NotebookManualPage {
  static let page = ManualPage(
    "notebooks", "Notebooks: the format, and verify", summary: "The file format, replay, verification and trust.",
    introduction: #"""
      A notebook is a Markdown file, `NAME.podium.md`: prose, cells of commands, and below each cell what it printed. It names
      its random seed, its data by hash and its plugins, so that a replay can show whether the results still hold.

      ````
      ---
      podium: 1
      title: Which skis for −5 °C?
      seed: 20260217
      data:
        ski-thesis: sha256:9c1e…
      plugins:
        ski: 0.1.0
      parameters:
        k: 10
      ---
      Prose, kept byte for byte.

      ```podium {tol=1e-6}
      load ski-thesis
      label
      cv svm k=10
      ```
      ```out {of=3f9a1c}
      …
      ```
      ````
      """#,
    sections: [
      ManualSection(
        "The file",
        """
        | front matter | meaning |
        |---|---|
        | `podium` | version of the format: 1. A newer one is refused; older ones stay readable |
        | `title` | title of the page |
        | `seed` | random seed at the start, a whole number from 0 |
        | `author` | who the records are by that cells write, in a replay; without it, `notebook` |
        | `data` | each dataset or file with its SHA-256 |
        | `plugins` | each plugin with its version |
        | `parameters` | names with default values; `$NAME` in a cell; `--set NAME=VALUE` replaces one |

        Every line is `key: value`; `data`, `plugins` and `parameters` have indented lines below them. `#` begins a comment.

        | fence | content |
        |---|---|
        | `podium` | a cell: one or more commands |
        | `out` | what the cell above printed; `of=` is the start of the hash of that cell's text |
        | `err` | an error that the cell ended with |
        | `json` | optional: the outputs as JSON, which verify compares as values |

        Everything else is prose and is kept byte for byte. Figures are SVG files in `NAME.podium_files/`. Times, dates, host
        names and absolute paths are never recorded; values that change from run to run are between ‹ and ›.
        """),
      ManualSection(
        "Cell options",
        """
        Options follow `podium` in braces, separated by spaces or commas.

        | option | effect |
        |---|---|
        | `expect=error` | the cell must fail |
        | `skip` | the cell is not run |
        | `lax` | only success or failure is compared |
        | `tol=NUMBER` | relative tolerance of decimals |
        | `timeout=SECONDS` | time limit of the cell |
        | `needs=PLUGIN` | the plugin the cell needs |
        """),
      ManualSection(
        "Recorded outputs",
        """
        Outputs are recorded 80 columns wide and complete in their columns: a wide table continues in blocks below each
        other. Rows that are not shown, and lines after the first 200, are recorded as a count and a hash. Data are
        hashed with SHA-256: a file by its bytes; a folder by the lines `relative/path NUL sha256 LF` in byte order, without
        files whose names begin with a dot.
        """),
      ManualSection(
        "Writing a notebook",
        """
        - `record on FILE` writes a notebook while you work; a killed session loses at most the running cell. `note "TEXT"`
          adds prose, `record off` stops.
        - `notebook save FILE` writes the session so far. Commands that failed or were undone are omitted.
        - `notebook open FILE` replays one at the prompt and continues from there.
        - `podium run FILE > FRESH.podium.md` writes it again with new results.
        """),
      ManualSection(
        "Verify",
        """
        `podium verify PATH…` replays each notebook from the top in a separate process, with a fresh workspace, one thread,
        UTC and verified data, and compares every output with the recorded one. What cells write stays in memory.

        - **Same**: equal. **Close**: decimals differ by at most 1e-9 of their size (`--tol`), or by one in the last digit of a
          number with at least four digits; another processor may cause that. `--strict` counts it as different.
        - **Different**: anything else, including whole numbers, words, units and undefined values.
        - A figure of `plot` holds what it draws, and that and its labels are compared. Where they agree and the strokes differ,
          it is close, and `--update` redraws it. Other figures are compared as text.
        - `--update` rewrites the outputs that differ and no others. It is refused if `CI` is set.
        - `--to N`, `--only CELL` and `--changed` compare only some of the cells.
        - A cell without `timeout=` must end within 60 s (`--timeout`), a notebook within 900 s
          (`--notebook-timeout`).
        - An older or incompatible version of a plugin counts as different; a newer compatible one does only with `--strict`.

        | status | meaning |
        |---|---|
        | 0 | all cells same or close |
        | 3 | an output or the version of a plugin differs |
        | 2 | the notebook cannot be run because of its text, its data, a plugin or missing trust |
        | 1 | a cell failed |
        | 4 | a cell took too long or crashed |
        | 5 | something was not compared: only a part was chosen, a cell has `lax` or `skip`, or nothing is recorded |

        With several notebooks, the worst status counts; from worst to best: 4, 1, 2, 3, 5, 0.
        """),
      ManualSection(
        "Jupyter",
        """
        `podium export FILE --to ipynb` writes a Jupyter notebook (nbformat 4.5) with fresh outputs, and `podium import
        FILE.ipynb` makes the notebook again of it: the same bytes if nothing was changed.

        | in Jupyter | in the notebook |
        |---|---|
        | the first code cell, tagged `parameters`, each line after `#| ` | the front matter |
        | a cell tagged `raises-exception`, `skip-execution` | `{expect=error}`, `{skip}` |
        | `execution_count` | the number of the cell's first command |
        | outputs: text, HTML, SVG, and up to 16 KB the object of `--format json` as `application/vnd.podium.v1+json` | `out`, `err` and figures |
        | `of` in the metadata of an output | the hash of the source that gave it |
        | lines `NAME=VALUE` of parameters, as papermill writes them for bash | their values in the front matter |
        | attached pictures | files beside the notebook |

        Cells, prose and outputs that you change, add or move in Jupyter are kept. Notes name what a notebook has no place for:
        outputs of another kernel, what programs wrote, metadata. Raw cells become text between fences. An import runs nothing; `podium verify` compares the outputs.
        The existing notebook is replaced if it has not changed since it was exported or last imported; `--force` replaces any.
        """),
      ManualSection(
        "Reports as JSON",
        """
        `podium verify --json` prints one object per notebook, each on one line. Later versions only add members.

        | member | meaning |
        |---|---|
        | `v` | 1 |
        | `file`, `status` | the notebook and its exit status |
        | `cells` | per cell `cell`, `line`, `outcome`, `drift` (largest relative difference) and `differences` |
        | `cells[].differences` | `line`, `recorded`, `fresh`, `drift`; in tables `cells` with row, column and both values |
        | `cells[].redrawn` | true where a figure has the recorded data and other strokes |
        | `cells[].reason`, `cells[].error` | why it was not compared; `code`, `message`, `help`, `cause`, `file`, `line` |
        | `counts` | cells by outcome: `same`, `close`, `lax`, `skipped`, `not compared`, `not run`, `cut`, `different`, `refused`, `failed`, `timeout`, `crash` |
        | `updated` | cells that `--update` rewrote |
        | `plugins` | plugins with a different version: `name`, `recorded`, `loaded`, `compatible` |
        | `error` | why the notebook cannot be run |
        """),
      ManualSection(
        "Trust",
        """
        Without `--trust` (at the prompt `trust=yes`) a notebook or script can read its own folder, the bundled datasets, and
        data declared with a full SHA-256 that matches. It can create tables, documents and pictures in its own folder, but it
        cannot change any other file. It cannot start programs, use the network, follow links out of its folder or see your
        session; it has its own workspace and settings. In a workspace that you give it with `--workspace` it cannot set an
        address that later commands fetch from, nor restore a backup. A refused attempt ends with the error `trust-refused`
        and status 2.

        Commands that you type, give with `-c` or send to standard input are trusted.
        """),
      ManualSection(
        "Changed data",
        """
        If data no longer match their hash, `run`, `verify`, `export` and `notebook open` report it before the first cell and
        end with status 2. `--update-data` accepts the new data and writes their hashes.
        """),
    ])
}
