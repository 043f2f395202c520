internal import PodiumPlugin

/// Words of other tools for what podium calls otherwise or cannot do, with how it is written here.
enum FamiliarWord {
  /// The way out for an unknown verb that people bring along; nil for other words.
  static func help(_ verb: String) -> String? { hints[verb.lowercased()] }

  private static let rows = "rows are chosen behind a verb: head if wind > 5"
  private static let groups = "groups are named before a verb: by spot: describe wind"
  private static let shape = "no verb changes columns or the order of rows: prepare that before load"
  private static let counts = "one column by another: count COLUMN OTHER"

  private static let hints: [String: String] = {
    var hints: [String: String] = [:]
    for (words, help) in [
      (["where", "filter", "subset", "query", "rows"], rows),
      (["group", "groupby", "group_by", "aggregate", "agg"], groups),
      (["sort", "arrange", "order", "orderby", "order_by"], shape),
      (["mutate", "let", "derive", "assign", "transform", "replace", "rename", "join", "merge", "melt"], shape),
      (["drop", "remove", "delete", "select"], "features drop=COLUMN leaves a column out of what is learned from"),
      (["pivot", "crosstab", "tabulate", "freq", "value_counts", "table"], counts),
      (["summary", "summarise", "summarize", "info", "str", "glimpse"], "describe shows the columns, head the rows"),
      (["view", "cat", "less", "more"], "head shows the first rows: head 20"),
      (["open", "read", "read_csv", "fromcsv"], "load FILE reads a table"),
      (["write", "write_csv", "to_csv", "dump"], "save FILE writes the table; COMMAND to FILE what a command prints"),
      (["train", "learn"], "fit LEARNER learns from all rows, cv LEARNER says how well it would do"),
      (["evaluate", "validate", "crossval", "cross_validate", "score"], "cv LEARNER k=10 evaluates by folds"),
      (["ls", "dir"], "datasets lists tables; !ls lists files"),
      (["cd", "pwd", "mv", "cp", "rm"], "!COMMAND runs the shell"),
      (["man", "doc", "docs", "h"], "help VERB explains a verb"),
      (["library", "using", "import"], "plugins lists what is there"),
      (["set_seed"], "set seed=7"), (["bye", "q", "logout"], "exit leaves"),
    ] { for word in words { hints[word] = help } }
    return hints
  }()
}
