/// The pages of what surrounds the program: exit statuses, files and environment variables.
enum StatusPages {
  static let exitStatus = ManualPage(
    "exit-status", "Exit statuses", summary: "What the exit status of each way of running podium means.",
    introduction: """
      \(table("podium, podium -c, scripts, podium run and podium export", statuses))

      - `-c` and scripts stop at the first error. With `--keep-going` they continue, and the status is 1 if any command failed.
      - `exit N` in a script ends podium with the status N.
      - `try: COMMAND` turns an error into a warning, which does not change the status. `assert EXPRESSION` fails with 1.
      - A closed pipe (`podium -c 'load iris' -c head | head -1`) ends podium quietly with 0.
      - Errors are on standard error, results on standard output.

      \(table("podium verify", verifyStatuses))

      With several notebooks, the worst status counts; from worst to best: 4, 1, 2, 3, 5, 0.
      [Verify](notebooks.md#verify) explains each.

      | status | `podium plugin test` | `podium doctor` | `podium help` |
      |---|---|---|---|
      | 0 | every check passed | everything was found | the page was shown or written |
      | 1 | a check failed | something is missing or broken | a page cannot be written |
      | 2 | wrong usage | wrong usage | wrong usage, or an unknown topic |
      """)

  static let files = ManualPage(
    "files", "Files and environment variables", summary: "What podium reads and writes, and the variables it uses.",
    sections: [
      ManualSection(
        "Files",
        """
        \(MarkdownText.table(["file", "content"], paths.map { [MarkdownText.code($0.path), $0.content] }))

        Unset variables have the usual defaults: `~/.local/share`, `~/.config`, `~/.local/state` and `~/.cache`.

        - The workspace is opened when a command first needs it. `--workspace FILE` names another one, `--workspace :memory:`
          keeps nothing. Several podium processes can use it at once. `podium run`, `verify` and `export` use a fresh one
          unless `--workspace` names one.
        - `-c`, scripts and notebooks do not read the startup file. An error in the startup file is only a warning.
        - Paths are relative to the current directory at the prompt, in `-c` and on standard input; in a notebook or script they
          are relative to that file's folder.
        """),
      ManualSection(
        "Environment variables",
        MarkdownText.table(["variable", "effect"], variables.map { [MarkdownText.code($0.name), $0.effect] })),
    ])

  /// The exit statuses of all ways to run podium but `verify`.
  static let statuses: [(status: Int, meaning: String)] = [
    (0, "Every command or cell succeeded."),
    (1, "A command or cell failed."),
    (2, "Wrong usage, podium cannot start, trust was refused, or the data of a notebook have changed."),
    (130, "Interrupted (Ctrl-C)."),
  ]

  /// The exit statuses of `verify`.
  static let verifyStatuses: [(status: Int, meaning: String)] = [
    (0, "Every cell is the same or close."),
    (1, "A cell failed."),
    (2, "A notebook cannot be run because of its text, its data, a plugin or missing trust."),
    (3, "An output, or the version of a plugin, differs."),
    (4, "A cell took too long or crashed."),
    (5, "Something was not compared: only a part was chosen, a cell has lax or skip, or nothing is recorded."),
    (130, "Interrupted (Ctrl-C)."),
  ]

  /// The files that podium reads and writes by itself.
  static let paths: [(path: String, content: String)] = [
    (
      "$XDG_DATA_HOME/podium/workspace.sqlite",
      "the workspace: saved tables and models, records of plugins, results to resume; mode 0600"
    ),
    ("$XDG_DATA_HOME/podium/plugins/", "installed external plugins"),
    (
      "$XDG_CONFIG_HOME/podium/init.podium",
      "the startup file: commands that run when the prompt starts, unless --no-rc is given"
    ),
    ("$XDG_STATE_HOME/podium/history", "commands typed at the prompt"),
    ("$XDG_STATE_HOME/podium/written", "files that notebooks and scripts wrote, which they may write again"),
    ("$XDG_CACHE_HOME/podium/fetch/", "files fetched from addresses"),
    ("PREFIX/share/podium/datasets/", "bundled datasets of an installed podium"),
  ]

  private static func table(_ head: String, _ statuses: [(status: Int, meaning: String)]) -> String {
    MarkdownText.table(["status", head], statuses.map { [String($0.status), $0.meaning] })
  }

  /// The variables that podium obeys; a test holds the list to the sources.
  static let variables: [(name: String, effect: String)] = [
    ("XDG_DATA_HOME", "folder of the workspace and of plugins; a relative path is ignored, here and below"),
    ("XDG_CONFIG_HOME", "folder of the startup file, and of `slurm.sh` for a cluster"),
    ("XDG_STATE_HOME", "folder of the history and of the list of written files"),
    ("XDG_CACHE_HOME", "folder of fetched files"),
    ("HOME", "the home folder, which contains the default folders"),
    ("NO_COLOR", "if set to anything, no colours, except with `--color always`"),
    ("TERM", "if `dumb`, no colours"),
    ("LC_ALL", "the locale, which shows whether the terminal supports UTF-8; if unset, `LC_CTYPE`, then `LANG`"),
    ("LC_CTYPE", "see `LC_ALL`"),
    ("LANG", "see `LC_ALL`"),
    ("SLURM_CPUS_PER_TASK", "set by Slurm in a task: how many folds the worker runs at once"),
    ("SLURMD_NODENAME", "set by Slurm in a task: the node, which is left out where it cannot do the work"),
    ("PODIUM_SCREENREADER", "if set to anything but 0, output for a screen reader, as with `set screenreader=yes`"),
    ("PAGER", "the pager for long output at the prompt; `less` by default"),
    ("VISUAL", "the editor for `edit`; if unset, `EDITOR`"),
    ("EDITOR", "see `VISUAL`"),
    ("TMPDIR", "the folder for temporary files; `/tmp` by default"),
    ("TZ", "the time zone for times that you type"),
    ("TZDIR", "the folder of the time zones that `TZ` names, as for the C library"),
    ("USER", "the author of changes in the workspace; if unset, `LOGNAME`, then the account name"),
    ("LOGNAME", "see `USER`"),
    ("JUPYTER_DATA_DIR", "where `podium kernel install` writes; if unset, `jupyter` in `XDG_DATA_HOME`"),
    ("JUPYTER_PATH", "more folders of kernels that `podium doctor` looks in"),
    ("JPY_PARENT_PID", "if set, as Jupyter does, a kernel ends when the process that started it is gone"),
    ("CI", "if set, `podium verify --update` is refused"),
    ("COLORTERM", "shown by `podium doctor`"),
  ]
}
