internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

struct PCACommand: Command {
  static let count = Parameter<Int?>.optionalInt(
    "k", in: 1...1_000_000, positional: true, help: "Number of components.")
  static let share = Parameter<Double?>.number(
    "share", in: 0...1, help: "In place of k: the least share of the variance that the components explain.")
  static let columns = Parameter<[String]>.columns(
    "columns", types: [.number, .integer], help: "The features; by default all.")

  let signature = Signature(
    "pca", topic: .preparing, summary: "Add a step that replaces features by their principal components.",
    details: """
      The components pc1, pc2, … are the directions in which the training rows vary most. Features of other units \
      need 'scale' before. The step is refitted in every fold.
      """,
    parameters: [count.any, columns.any, share.any],
    exampleLines: """
      two components: load iris; scale; pca 2 -> scale, then pca k=2
      by explained variance: load iris; pca share=0.95 -> pca share=0.95
      what comes out: load iris; label species; pca 2; recipe -> pc1, pc2
      neither k nor share: load iris; pca -> !missing-argument
      """, seeAlso: ["recipe", "scale", "select-features"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var settings: [String: String] = [:]
    switch (call[PCACommand.count], call[PCACommand.share]) {
    case (let count?, nil): settings["k"] = String(count)
    case (nil, let share?) where share > 0: settings["share"] = NumberText.shortest(share)
    case (nil, nil):
      throw Diagnostic(
        "missing-argument", "'pca' needs K, a number of components, or share=", help: "as in: pca 2")
    default:
      throw Diagnostic("bad-value", "'pca' takes K or a share= above 0, not both", help: "as in: pca share=0.95")
    }
    let columns = call.has(PCACommand.columns) ? call[PCACommand.columns] : nil
    let dataset = try session.current()
    let outputs = try RecipeEditing.append(call, PCACommand.columns, settings: settings, in: &session)
    // Other steps make and drop columns.
    guard let count = call[PCACommand.count],
      dataset.recipe.steps.allSatisfy({ ["scale", "impute"].contains($0.key) })
    else { return outputs }
    let features = columns?.count ?? dataset.table.columns(with: .feature).count { $0.type.isNumeric }
    guard count > features else { return outputs }
    return outputs + [
      .note(
        "\(features.counted("feature")) of numbers \(features == 1 ? "gives" : "give") at most \(features.counted("component"))"
      )
    ]
  }
}
