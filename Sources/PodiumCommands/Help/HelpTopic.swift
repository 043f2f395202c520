internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// A help page about something that concerns several verbs.
struct HelpTopic {
  let name: String
  /// Other words that find it.
  let others: [String]
  let summary: String
  let text: String
  /// Examples, shown with their output.
  let examples: [Example]

  init(
    _ name: String, others: [String] = [], summary: String, text: String, examples: [Example] = [],
    exampleLines: String = ""
  ) {
    self.name = name
    self.others = others
    self.summary = summary
    self.text = text
    self.examples = examples + .read(exampleLines)
  }

  /// The topics, in the order an analyst meets them.
  static let all = [
    gettingStarted, language, files, expressions, folds, leaks, results, notebook, settings, keys, errors,
  ]

  func page(_ run: ExampleRun) throws(Diagnostic) -> String {
    let shown = examples.isEmpty ? [] : ["", "examples:"] + (try run.lines(examples))
    return ([name + ": " + summary, "", text] + shown).joined(separator: "\n")
  }
}

extension HelpTopic {
  static let gettingStarted = HelpTopic(
    "getting-started", others: ["start", "begin", "tutorial", "first steps"],
    summary: "From a table to an answer in six commands.",
    text: """
      load FILE        load a table; 'datasets' lists the tables that come with podium
      describe         summarize its columns; 'head' shows its first rows
      label COLUMN     choose the column to predict
      cv tree k=10     estimate how well a learner predicts it
      confusion        show which classes it mistakes for which
      compare tree zeror   check whether it beats guessing
      A line starts with a verb, then names what it works on, then sets options as key=value.
      'undo' reverts the last change, ?verb explains a verb, Tab completes what you type, 'exit' leaves podium.
      """,
    exampleLines: """
      what the table contains: load iris; describe -> species
      how well a tree predicts the species: load iris; label species; cv tree k=10 -> accuracy
      the tree against guessing: load iris; label species; compare tree zeror k=10 -> zeror
      """)

  static let language = HelpTopic(
    "language", others: ["grammar", "syntax", "quotes", "quoting", "escapes", "="],
    summary: "How to write a line: words, quotes, several commands.",
    text: #"""
      [by COLUMN: | quiet: | time: | try:] VERB WHAT… key=value… [if EXPRESSION] [in ROWS] [as NAME] [to FILE]
      = EXPRESSION shows a value; ; separates commands; # starts a comment; \ at the end of a line continues it.
      Quote text that contains spaces or special characters: "Top pick" or 'Top pick'. Both kinds of quotes mean the
      same and allow the escapes \" \' \\ \n \t \r \u{1F3BF}. An apostrophe inside a word, as in l'Alpe, is not a quote.
      Put column names with spaces or special characters in `backticks`. A value that is a single character needs no
      quotes: delimiter=; quote='
      A prompt at the start of a pasted line (podium> ) is ignored.
      """#,
    examples: [
      Example("head 1 if species == 'setosa'", after: ["load iris"], "text in single quotes", prints: "setosa"),
      Example("= 2 ^ 10; = $1.value / 4", "two commands on one line", prints: "256"),
    ])

  static let files = HelpTopic(
    "files", others: ["formats", "import", "export", "file"], summary: "What 'load' reads and 'save' writes.",
    text: """
      'load' reads delimited text of any dialect, JSON and JSON Lines, ARFF, Excel .xlsx, SQLite, HTML tables and
      space-separated tables, with or without gzip, from a file or a web address (https://…).
      'save FILE' writes .csv .tsv .json .ndjson .rows.json .arff .xlsx .sqlite, chosen by the file extension.
      'save NAME' keeps the table with its roles, label and recipe in the workspace; 'load NAME' loads it again.
      Paths are relative to the current directory; quote a path with spaces: load "my trips.csv".
      COMMAND to FILE writes what a command prints; COMMAND >! FILE replaces an existing file.
      """,
    exampleLines: """
      semicolons, decimal commas and missing values are detected: load trips.csv -> 4 rows
      some rows, for a colleague: load trips.csv; save cold.xlsx if waves > 1.5 -> xlsx
      output written to a file: load iris; describe to columns.md -> columns.md
      """)

  static let expressions = HelpTopic(
    "expressions", others: ["expression", "if", "in", "where", "conditions", "functions", "windows", "aggregates"],
    summary: "What you can write after 'if' and in filter, derive, replace and summarize.",
    text: ([
      "Plain words are columns, `unusual names` need backticks, text needs quotes.",
      "  arithmetic   + - * / % ^",
      "  comparisons  == != < <= > >=",
      "  logic        and or not",
      "  results      $base.accuracy, $5.rows, _.accuracy",
      "A missing value is neither less than, greater than nor equal to anything; missing(x) tests for it.",
      "Whole numbers stay whole under + - * and %; an undefined result (1/0, an overflow) becomes missing; 'derive' counts these by reason.",
      "functions of one row:",
    ] + lines(ExpressionFunctions.synopses + SessionTime.functions.map { ($0.name, $0.use, $0.summary) })
      + ["functions of many rows, within the groups of 'by' (= derive replace filter keep drop summarize):"]
      + lines(ExpressionAggregates.synopses)
      + ["windows, in the order of order= and within the groups of 'by' (derive replace filter keep drop):"]
      + lines(ExpressionWindows.synopses) + [
        "A recipe (scale, encode, impute) is fitted on the training rows of each fold, shaping is not:",
        "for learners, scale instead of derive z = (x - mean(x)) / sd(x).",
      ]).joined(separator: "\n"),
    exampleLines: """
      compare a number: load iris; head 2 if petal_width_cm > 2.3 -> virginica
      compare text and a number: load iris; head 2 if species == "setosa" and petal_length_cm < 1.3 -> setosa
      rows that have a value: load trips.csv; head 2 if not missing(wind) -> pier
      one value from many rows: load iris; = mean(petal_width_cm) -> 1.199
      """)

  /// One line for each function.
  private static func lines(_ synopses: [(name: String, use: String, summary: String)]) -> [String] {
    let width = ExpressionFunctions.synopses.map(\.use.count).max() ?? 0
    return synopses.map { "  " + $0.use.padded(toWidth: width) + "  " + $0.summary }
  }

  static let folds = HelpTopic(
    "folds", others: ["fold", "resampling", "cross-validation", "crossvalidation"],
    summary: "How cv and compare split rows into training and test sets.",
    text: ways + """

      k= sets the number of folds, shuffle=yes assigns rows in random order, repeats= repeats the whole split with
      different random numbers, and set seed= changes the random seed.
      Keep related rows (one day, one athlete) in one fold with group=; otherwise training data leak into the test set.
      A column that group=, fold= or time= names is not a feature in that command.
      """,
    exampleLines: """
      stratified folds: load iris; label species; cv tree k=5 -> stratified
      one session held out at a time: load tastings; label; encode; cv tree folds=leave-one-group-out group=session \
      -> session
      shuffled, twice: load iris; label species; cv tree k=5 shuffle=yes repeats=2 -> accuracy
      """)

  /// One line for each built-in way of resampling.
  private static let ways: String = {
    let all = ResamplingCatalogue.builtIn.all
    let width = all.map(\.key.count).max() ?? 0
    return all.map { "folds=" + $0.key.padded(toWidth: width) + "  " + $0.summary }.joined(separator: "\n")
  }()
}
