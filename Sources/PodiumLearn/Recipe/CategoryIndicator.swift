public import PodiumCore

/// A feature that says whether a row is of one category: a column that `encode` made.
public struct CategoryIndicator: Sendable, Codable, Equatable {
  /// The place of the column among the features.
  public let column: Int
  /// What the column is above in rows of the category.
  public let above: Double

  /// Whether a row is of the category.
  public func holds(_ features: Matrix, _ row: Int) -> Bool { features[row, column] > above }

  /// The categories of a column that training rows can have, with their features, in the order of the features.
  public static func all(of source: String, in data: TrainingData) -> [(category: String, indicator: CategoryIndicator)]
  {
    data.featureNames.enumerated().filter { $0.element.hasPrefix(source + "=") }.map { column, name in
      let values = data.features.column(column)
      let (low, high) = (values.min() ?? 0, values.max() ?? 0)
      // A `scale` step moves 0 and 1; a column with one value in training has it in every row.
      return (
        String(name.dropFirst(source.count + 1)),
        CategoryIndicator(column: column, above: low < high ? (low + high) / 2 : high - 0.5)
      )
    }
  }
}
