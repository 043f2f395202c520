internal import PodiumPlugin

/// Topics about the session itself.
extension HelpTopic {
  static let results = HelpTopic(
    "results-and-names", others: ["names", "references", "as", "to", "by", "sinks"],
    summary: "Name results, read their values, write them to files.",
    text: """
      Every result has a number: $1, $2; the last one is also _. COMMAND as NAME gives a result a name.
      'results' lists them, 'show NAME' shows one again, 'fields NAME' lists its values.
      $base.accuracy is such a value; use it after 'if', after key= and in = $base.accuracy - $guess.accuracy.
      'use $5' makes the table in a result the current table.
      COMMAND to FILE writes a result in the format of the file extension (.csv .tsv .json .md .html .tex .xlsx and
      more, otherwise as text); COMMAND | less sends it to another program.
      by COLUMN: COMMAND runs a command once for each group and stacks the results.
      """,
    exampleLines: """
      the values of a result: load iris; label species; cv zeror k=5 as base; fields base -> $base.accuracy
      once for each group: load iris; by species: describe petal_length_cm -> virginica
      output written to a file: load iris; describe to iris.md -> iris.md
      """)

  static let notebook = HelpTopic(
    "notebook", others: ["notebooks", "scripts", "script", "run", "replay", "verify", "export", "import", "jupyter"],
    summary: "Analyses in files: notebooks and scripts.",
    text: """
      A notebook (NAME.podium.md) is a Markdown file with cells of commands, each followed by its output.
        podium run NAME.podium.md                       run it and show the results
        podium run NAME.podium.md > FRESH.podium.md     write a copy with new results
        podium run NAME.podium.md --set k=5             run it with another value of a parameter
        podium verify NAME.podium.md                    run it and compare: same, close or different
        podium export NAME.podium.md --to html          write a web page; --to ipynb writes a Jupyter notebook
        podium import NAME.ipynb                        make the notebook again of that, with what you changed in Jupyter
      At the prompt, 'notebook save FILE' writes the session as a notebook, 'record on FILE' does so as you work,
      note "TEXT" adds prose between the cells, and 'notebook open FILE' runs a notebook and continues from there.
      A script (NAME.podium) has one command per line; source NAME.podium runs it at the prompt.
        podium -c 'load iris' -c 'describe'             run commands without a file
        podium --format json < NAME.podium              write one JSON object per command
      The exit status is 0 on success, 1 when a command failed, 2 for wrong usage, 130 when interrupted.
      If data changed since the notebook was written, run, export and notebook open stop with status 2;
      --update-data accepts the new data and stores their new hash.
      Without --trust (notebook open: trust=yes), a notebook or script
        can read its own folder, the bundled datasets, and data declared elsewhere whose full sha256 matches
        can create tables, documents and pictures in its own folder, but cannot change any other file
        cannot use names that begin with a dot, links that lead outside the folder, programs or the network
        cannot see your session when opened at the prompt: it has its own workspace and settings
      verify and export change nothing on disk: what cells write stays in memory (except what a ! command does).
      """,
    exampleLines: """
      a script of three commands: source morning.podium -> accuracy
      the commands so far: load iris; label species; history -> load iris
      """)

  static let settings = HelpTopic(
    "settings", others: ["setting", "options", "preferences"], summary: "What set can change.",
    text: """
      'set' shows all settings, set NAME=VALUE changes one, 'undo' reverts the change.
      set format=csv (tsv, html, json, jsonl, latex, markdown, vertical, plain) changes how output is written;
      'set format=auto' restores the default.
      'set screenreader=yes' prints for a screen reader; PODIUM_SCREENREADER=1 does so from the start.
      help seed (or any other setting) explains it. Commands in ~/.config/podium/init.podium run at each start.
      """,
    exampleLines: """
      all settings: set -> seed
      another random seed: set seed=7 -> 7
      undo a setting: set rows=100; undo -> set rows=100
      """)

  static let keys = HelpTopic(
    "keys", others: ["key", "keyboard", "editing", "shortcuts", "prompt"], summary: "Keys you can press at the prompt.",
    text: """
      Tab         completes verbs, keys, columns, values, learners and files; press it twice for a list
      Up, Down    earlier commands that begin with what you typed
      Ctrl-R      searches earlier commands
      Ctrl-A      moves to the start of the line, Ctrl-E to its end; Ctrl-W deletes a word, Ctrl-U the line
      Ctrl-C      stops a command; the session stays as it was before
      Ctrl-D      leaves podium
      A \\ at the end of a line, an open parenthesis or an open quote continues the command on the next line.
      Pasted text runs when you press Enter. A line that starts with a space is not kept in the history.
      """)

  static let errors = HelpTopic(
    "errors", others: ["error", "mistakes", "typos"], summary: "What an error message shows, and what it changes.",
    text: """
      An error message says what was wrong, suggests the nearest name, marks the place and explains how to fix it.
      A failed command changes nothing: not the table, not the recipe, not a file.
      try: COMMAND turns an error into a warning and continues. 'undo' reverts a command that worked but was a mistake.
      A script or -c stops at the first error with status 1; --keep-going continues.
      """,
    exampleLines: """
      a misspelt column: load iris; try: describe petal_widht_cm -> petal_width_cm
      undo a step: load iris; scale; undo -> undid: scale
      """)
}
