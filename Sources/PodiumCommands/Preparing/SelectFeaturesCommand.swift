internal import PodiumCore
internal import PodiumPlugin

struct SelectFeaturesCommand: Command {
  static let count = Parameter<String?>.text("k", positional: true, help: "Number of features to keep; required.")
  static let by = Parameter<String?>.choice(
    "by", ["f", "mutual"], help: "Score: F statistic (default), or mutual information by nearest neighbours.")
  static let columns = Parameter<[String]>.columns("columns", help: "The features to choose from; all by default.")

  let signature = Signature(
    "select-features", topic: .preparing, summary: "Add a step that keeps the K features that say most of the target.",
    details: """
      Each feature is scored by itself: by the F statistic of an analysis of variance (of a numeric target, of the \
      regression), or by mutual information. Features not named stay. 'keep' selects columns of a table instead. \
      The step is refitted in every fold.
      """,
    parameters: [count.any, columns.any, by.any],
    exampleLines: """
      the two best of all: load iris; select-features 2 -> recipe: select-features k=2
      by mutual information: load iris; select-features 2 by=mutual -> by=mutual
      after another step: load tastings; encode; select-features 4 -> encode, then select-features
      a column in place of a number: load tastings; select-features roast -> !bad-value
      """, seeAlso: ["recipe", "pca", "features", "keep"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    guard let word = call[SelectFeaturesCommand.count] else {
      throw Diagnostic(
        "missing-argument", "'select-features' needs K, a number of features", help: "as in: select-features 5")
    }
    guard let count = Int(word), count > 0 else {
      throw Diagnostic(
        "bad-value", "'k' must be a whole number above 0, not \(Abridged.quoted(word))",
        span: call.span(of: SelectFeaturesCommand.count),
        help: "as in: select-features 5; 'keep' keeps columns of a table")
    }
    var settings = ["k": String(count)]
    if let by = call[SelectFeaturesCommand.by], by != "f" { settings["by"] = by }
    return try RecipeEditing.append(call, SelectFeaturesCommand.columns, settings: settings, in: &session)
  }
}
