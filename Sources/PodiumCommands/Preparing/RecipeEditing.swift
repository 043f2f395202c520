internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// Adds a step to the recipe of the current table and shows the recipe.
enum RecipeEditing {
  static func append(
    _ key: String, columns: [String]?, settings: [String: String] = [:], in session: inout Session
  ) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    for name in columns ?? [] where dataset.table[name]?.role != .feature {
      throw Diagnostic(
        "not-a-feature", "column '\(name)' is not a feature",
        help: "features add=\(CommandText.word(name)) makes it one")
    }
    dataset.recipe.steps.append(RecipeStep(key, columns: columns, settings: settings))
    session.state.current = dataset
    return [.text("recipe: " + dataset.recipe.phrase)]
  }
}

extension Recipe {
  /// The steps in one line.
  var phrase: String {
    if isEmpty { return "no steps" }
    return steps.map(\.description).joined(separator: ", then ")
  }
}
