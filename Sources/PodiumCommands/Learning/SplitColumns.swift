internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// The columns that split the rows of an evaluation, which say nothing of a new row.
enum SplitColumns {
  /// The table and recipe without the features that group=, fold= and time= name, and a note on them.
  static func leftOut(of dataset: Dataset, _ call: Call) -> (dataset: Dataset, notes: [Output]) {
    var (dataset, notes) = (dataset, [Output]())
    for column in ResamplingOptions.columns {
      guard let name = call[column], dataset.table[name]?.role == .feature else { continue }
      dataset.table = dataset.table.setting(roles: [name: .ignored])
      dataset.recipe.steps = dataset.recipe.steps.compactMap { $0.without(name) }
      notes.append(
        .note(
          "left \(Abridged.quoted(name)) out of the features, since \(column.name)= splits the rows by it; to learn from it all the "
            + "same, derive a copy"))
    }
    return (dataset, notes)
  }
}

extension RecipeStep {
  /// The step without a column; nil where it named no other.
  fileprivate func without(_ name: String) -> RecipeStep? {
    guard let columns, columns.contains(name) else { return self }
    let left = columns.filter { $0 != name }
    return left.isEmpty ? nil : RecipeStep(key, columns: left, settings: settings)
  }
}
