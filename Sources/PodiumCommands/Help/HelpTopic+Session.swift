internal import PodiumPlugin

/// Topics about the session itself.
extension HelpTopic {
  static let results = HelpTopic(
    "results-and-names", others: ["names", "references", "as", "to", "by", "sinks"],
    summary: "Naming results, reading their values, sending them to files.",
    text: """
      Every result has a number: $1, $2; the last is _; COMMAND as NAME names one.
      results lists them, show NAME shows one again, fields NAME lists its values.
      $base.accuracy is such a value; you can use it after 'if', after key= and in = $base.accuracy - $guess.accuracy.
      use $5 makes the table that a result holds the current one.
      COMMAND to FILE writes a result in the format of the file's ending (.csv .tsv .json .md .html .tex .xlsx and more,
      else as text); COMMAND | less hands it to another program.
      by COLUMN: COMMAND runs a command once a group and stacks the results.
      """,
    examples: [
      Example(
        "fields base", after: ["load iris", "label species", "cv zeror k=5 as base"], "the values of a result",
        prints: "$base.accuracy"),
      Example("by species: describe petal_length_cm", after: ["load iris"], "once a group", prints: "virginica"),
      Example("describe to iris.md", after: ["load iris"], "into a file", prints: "iris.md"),
    ])

  static let notebook = HelpTopic(
    "notebook", others: ["notebooks", "scripts", "script", "run", "replay", "verify", "export"],
    summary: "Analyses in files: notebooks and scripts.",
    text: """
      A notebook (NAME.podium.md) is Markdown with cells of commands and, below each, what it printed.
        podium run NAME.podium.md                       runs it and shows the results
        podium run NAME.podium.md > FRESH.podium.md     writes it with fresh results
        podium run NAME.podium.md --set k=5             with another value of a parameter
        podium verify NAME.podium.md                    runs it and compares: same, close or different
        podium export NAME.podium.md --to html          writes a page, with --to ipynb a Jupyter notebook
      At the prompt notebook save FILE writes the session as one, record on FILE does so as you work, note "TEXT" puts
      prose between the cells, and notebook open FILE runs one and goes on from there.
      A script (NAME.podium) is commands, one a line; source NAME.podium runs one at the prompt.
        podium -c 'load iris' -c 'describe'             commands without a file
        podium --format json < NAME.podium              one JSON object a command
      The exit status is 0 when all went well, 1 when a command failed, 2 for wrong usage, 130 when interrupted.
      Data that changed since end a run, an export or notebook open with 2; --update-data takes them with their new hash.
      Without --trust (notebook open: trust=yes) a notebook or script
        reads its own folder, the bundled datasets, and data declared elsewhere with a full sha256 that matches
        makes new tables, documents and pictures in its own folder, and changes no file but those
        uses no name that begins with a dot, no link or hard link that leads out, no program and no network
        opened at the prompt, sees nothing of the session and has a workspace and settings of its own
      verify and export change nothing on the disk: what cells write stays in memory (what ! does is its own).
      """,
    examples: [
      Example("source morning.podium", "a script of three commands", prints: "accuracy"),
      Example("history", after: ["load iris", "label species"], "what was typed", prints: "load iris"),
    ])

  static let settings = HelpTopic(
    "settings", others: ["setting", "options", "preferences"], summary: "What set can change.",
    text: """
      set shows all settings, set NAME=VALUE changes one, undo takes it back.
      set format=csv (tsv, html, json, jsonl, latex, markdown, vertical, plain) writes all that follows so; auto is back.
      set screenreader=yes draws nothing and redraws nothing; PODIUM_SCREENREADER=1 does so from the start.
      help seed (or another setting's name) explains one. Commands in ~/.config/podium/init.podium run at each start.
      """,
    examples: [
      Example("set", "all settings", prints: "seed"),
      Example("set seed=7", "another start of all chance", prints: "7"),
      Example("undo", after: ["set rows=100"], "as it was", prints: "set rows=100"),
    ])

  static let keys = HelpTopic(
    "keys", others: ["key", "keyboard", "editing", "shortcuts", "prompt"], summary: "The keys of the prompt.",
    text: """
      Tab         completes verbs, keys, columns, values, learners and files; a second Tab lists what fits
      Up, Down    earlier commands that begin with what is typed
      Ctrl-R      searches the earlier commands for a text
      Ctrl-A      to the beginning of the line, Ctrl-E to its end, Ctrl-W erases a word, Ctrl-U the line
      Ctrl-C      stops a command; the session stays as it was before it
      Ctrl-D      leaves
      \\ at the end of a line, or an open bracket or quote, goes on in the next line.
      What is pasted waits for Enter. A line with a blank in front is not kept in the history.
      """)

  static let errors = HelpTopic(
    "errors", others: ["error", "mistakes", "typos"], summary: "How a mistake is shown, and what it leaves.",
    text: """
      An error says what was wrong and names the nearest word, marks the place, and says the way out.
      A failed command changes nothing: not the table, not the recipe, not a file.
      try: COMMAND goes on after an error, which becomes a warning. undo takes back what worked but was not meant.
      A script or -c ends at the first error with status 1; --keep-going goes on.
      """,
    examples: [
      Example("try: describe petal_widht_cm", after: ["load iris"], "a misspelt column", prints: "petal_width_cm"),
      Example("undo", after: ["load iris", "scale"], "back", prints: "took back: scale"),
    ])
}
