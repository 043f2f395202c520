internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// A page of the help that explains what no single verb can.
struct HelpTopic {
  let name: String
  /// Other words that lead to it.
  let others: [String]
  let summary: String
  let text: String
  /// What it shows with its output.
  let examples: [Example]

  init(
    _ name: String, others: [String] = [], summary: String, text: String, examples: [Example] = []
  ) {
    self.name = name
    self.others = others
    self.summary = summary
    self.text = text
    self.examples = examples
  }

  /// The topics, in the order an analyst meets them.
  static let all = [gettingStarted, language, files, expressions, folds, results, notebook, settings, keys, errors]

  /// The whole page.
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
      load FILE        reads a table; datasets lists those that come with podium
      describe         shows its columns; head shows its rows
      label COLUMN     says what is to be predicted
      cv tree k=10     says how well a learner predicts it
      confusion        says which classes it takes for which
      compare tree zeror   says whether it beats guessing
      A line is a verb, then what it is about, then key=value. undo takes the last change back.
      ?verb explains a verb, Tab completes what is typed, exit leaves.
      """,
    examples: [
      Example("describe", after: ["load iris"], "what is in the table", prints: "species"),
      Example("cv tree k=10", after: ["load iris", "label species"], "how well a tree does", prints: "accuracy"),
      Example("compare tree zeror k=10", after: ["load iris", "label species"], "against guessing", prints: "zeror"),
    ])

  static let language = HelpTopic(
    "language", others: ["grammar", "syntax", "quotes", "quoting", "escapes", "="],
    summary: "How a line is written: words, quotes, several commands.",
    text: #"""
      [by COLUMN: | quiet: | time: | try:] VERB WHAT… key=value… [if EXPRESSION] [in ROWS] [as NAME] [to FILE]
      = EXPRESSION shows a value; ; separates commands; # begins a comment; \ at the end of a line continues it.
      Put text with blanks or signs in quotes, "Top pick" or 'Top pick': both mean the same, and in both the escapes
      are \" \' \\ \n \t \r \u{1F3BF}. A quote begins a word: l'Alpe and Anna's are words with an apostrophe.
      Put names of columns with blanks or signs in `backticks`. A value of one sign needs no quotes: delimiter=; quote='
      A prompt in front of a pasted line (podium> ) is dropped.
      """#,
    examples: [
      Example("head 1 if species == 'setosa'", after: ["load iris"], "a text in single quotes", prints: "setosa"),
      Example("= 2 ^ 10; = $1.value / 4", "two commands", prints: "256"),
    ])

  static let files = HelpTopic(
    "files", others: ["formats", "import", "export", "file"], summary: "What load reads and save writes.",
    text: """
      load reads delimited text of any dialect, JSON and JSON Lines, ARFF, Excel's .xlsx, SQLite, tables of HTML pages
      and tables with blanks between cells, packed with gzip or not, from a file or an address (https://…).
      save FILE writes .csv .tsv .json .ndjson .rows.json .arff .xlsx .sqlite by the file's ending.
      save NAME keeps the table with its roles, label and recipe in the workspace; load NAME brings it back.
      A path starts from the current folder; one with blanks stands in quotes: load "my trips.csv".
      COMMAND to FILE writes what a command shows; a file that is there is replaced by COMMAND >! FILE.
      """,
    examples: [
      Example("load trips.csv", "semicolons, commas in numbers and gaps are understood", prints: "4 rows"),
      Example("save cold.xlsx if waves > 1.5", after: ["load trips.csv"], "some rows for a colleague", prints: "xlsx"),
      Example("describe to columns.md", after: ["load iris"], "an output into a file", prints: "columns.md"),
    ])

  static let expressions = HelpTopic(
    "expressions", others: ["expression", "if", "in", "where", "filter", "conditions", "functions"],
    summary: "What may stand after 'if'.",
    text: ([
      "Bare words are columns, `odd names` stand in backticks, text is quoted.",
      "  arithmetic   + - * / % ^",
      "  comparisons  == != < <= > >=",
      "  logic        and or not",
      "  results      $base.accuracy, $5.rows, _.accuracy",
      "Missing is neither below, above nor equal to anything; missing(x) tests for it.",
      "functions:",
    ]
      + ExpressionFunctions.synopses.map {
        "  " + $0.use.padded(toWidth: ExpressionFunctions.synopses.map(\.use.count).max() ?? 0) + "  " + $0.summary
      } + ["of many rows, after = alone:"]
      + ExpressionAggregates.synopses.map {
        "  " + $0.use.padded(toWidth: ExpressionFunctions.synopses.map(\.use.count).max() ?? 0) + "  " + $0.summary
      }).joined(separator: "\n"),
    examples: [
      Example("head 2 if petal_width_cm > 2.3", after: ["load iris"], "a number", prints: "virginica"),
      Example(
        "head 2 if species == \"setosa\" and petal_length_cm < 1.3", after: ["load iris"], "a text and a number",
        prints: "setosa"),
      Example("head 2 if not missing(wind)", after: ["load trips.csv"], "rows that have a value", prints: "pier"),
      Example("= mean(petal_width_cm)", after: ["load iris"], "one value of many rows", prints: "1.199"),
    ])

  static let folds = HelpTopic(
    "folds", others: ["fold", "resampling", "cross-validation", "crossvalidation"],
    summary: "How cv and compare split rows into training and test.",
    text: ways + """

      k= is the number of folds, shuffle=yes deals at random, repeats= does so again, set seed= chooses another chance.
      Rows that belong together (one day, one athlete) want group=: else a learner is asked what it has seen.
      """,
    examples: [
      Example("cv tree k=5", after: ["load iris", "label species"], "stratified", prints: "stratified"),
      Example(
        "cv tree folds=leave-one-group-out group=session", after: ["load tastings", "label", "encode"],
        "one session left out at a time", prints: "session"),
      Example(
        "cv tree k=5 shuffle=yes repeats=2", after: ["load iris", "label species"], "at random, twice",
        prints: "accuracy"),
    ])

  /// A line for each of podium's own ways.
  private static let ways: String = {
    let all = ResamplingCatalogue.builtIn.all
    let width = all.map(\.key.count).max() ?? 0
    return all.map { "folds=" + $0.key.padded(toWidth: width) + "  " + $0.summary }.joined(separator: "\n")
  }()
}
