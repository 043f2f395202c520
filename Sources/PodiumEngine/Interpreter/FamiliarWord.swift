internal import PodiumPlugin

/// Words of other tools for things that podium names differently or cannot do.
enum FamiliarWord {
  /// Advice for an unknown verb that people know from other tools; nil for other words.
  static func help(_ verb: String) -> String? { hints[verb.lowercased()] }

  private static let rows = "choose rows after a verb: head if wind > 5"
  private static let groups = "name groups before a verb: by spot: describe wind"
  private static let shape = "no verb changes columns or sorts rows; prepare the data before loading them"
  private static let counts = "for a cross table: count COLUMN OTHER"

  private static let hints: [String: String] = {
    var hints: [String: String] = [:]
    for (words, help) in [
      (["where", "filter", "subset", "query", "rows"], rows),
      (["group", "groupby", "group_by", "aggregate", "agg"], groups),
      (["sort", "arrange", "order", "orderby", "order_by"], shape),
      (["mutate", "let", "derive", "assign", "transform", "replace", "rename", "join", "merge", "melt"], shape),
      (["drop", "remove", "delete", "select"], "features drop=COLUMN removes a column from the features"),
      (["pivot", "crosstab", "tabulate", "freq", "value_counts", "table"], counts),
      (
        ["summary", "summarise", "summarize", "info", "str", "glimpse"],
        "describe summarizes the columns, head shows the rows"
      ),
      (["view", "cat", "less", "more"], "head shows the first rows: head 20"),
      (["open", "read", "read_csv", "fromcsv"], "load FILE reads a table"),
      (
        ["write", "write_csv", "to_csv", "dump"],
        "save FILE writes the table; COMMAND to FILE writes what a command prints"
      ),
      (["train", "learn"], "fit LEARNER trains on all rows, cv LEARNER estimates how well it predicts"),
      (["evaluate", "validate", "crossval", "cross_validate", "score"], "cv LEARNER k=10 cross-validates a learner"),
      (["ls", "dir"], "datasets lists tables; !ls lists files"),
      (["cd", "pwd", "mv", "cp", "rm"], "!COMMAND runs a shell command"),
      (["man", "doc", "docs", "h"], "help VERB explains a verb"),
      (["library", "using", "import"], "plugins lists the plugins"),
      (["set_seed"], "set seed=7"), (["bye", "q", "logout"], "exit leaves podium"),
    ] { for word in words { hints[word] = help } }
    return hints
  }()
}
