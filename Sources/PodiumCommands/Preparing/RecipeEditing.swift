internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

enum RecipeEditing {
  /// Adds a step to the recipe of the current table, without fitting it, and shows the recipe.
  ///
  /// The step has the name of the verb, and the columns that `parameter` takes: none typed are all.
  static func append(
    _ call: Call, _ parameter: Parameter<[String]>? = nil, settings: [String: String] = [:], in session: inout Session
  ) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let columns = parameter.flatMap { call.has($0) ? call[$0] : nil }
    for name in columns ?? [] where dataset.table[name]?.role != .feature {
      throw Diagnostic(
        "not-a-feature", "column '\(name)' is not a feature",
        help: "features add=\(CommandText.word(name)) makes it one")
    }
    dataset.recipe.steps.append(RecipeStep(call.verb, columns: columns, settings: settings))
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
