/// What a model is made of, where people can read it.
public enum ModelExplanation: Sendable, Equatable {
  /// The nodes of a decision tree, each before its children; the root is the first.
  case tree([TreePart])
  case sums([WeightedSum])

  /// A node: a split, or a leaf with what it predicts.
  public struct TreePart: Sendable, Equatable {
    /// The place of the column of a split; nil for a leaf.
    public let column: Int?
    /// A row goes left if its value is at most this.
    public let threshold: Double
    /// Whether the value is rounded to 32 bits first.
    public let isRounded: Bool
    /// The places of the children of a split.
    public let left: Int
    public let right: Int
    /// The number of training rows that reached it.
    public let rows: Int
    /// For a leaf the share of each class, or one number.
    public let values: [Double]

    public init(
      column: Int?, threshold: Double, isRounded: Bool = false, left: Int, right: Int, rows: Int, values: [Double]
    ) {
      self.isRounded = isRounded
      self.column = column
      self.threshold = threshold
      self.left = left
      self.right = right
      self.rows = rows
      self.values = values
    }

    /// Whether a row with some value of the column goes left.
    public func goesLeft(_ value: Double) -> Bool { (isRounded ? Double(Float(value)) : value) <= threshold }
  }

  /// A sum over the columns of coefficient × value, and an intercept.
  public struct WeightedSum: Sendable, Equatable {
    /// What a sum is about.
    public enum Meaning: Sendable, Hashable {
      case number
      /// The score of a class, by its place.
      case score(Int)
      /// Above 0 for the second class of a pair, by their places.
      case pair(Int, Int)
      /// The logarithm of the odds of a class above one, by its place.
      case above(Int)
    }

    public let meaning: Meaning
    public let intercept: Double
    /// One per column.
    public let coefficients: [Double]

    public init(_ meaning: Meaning, intercept: Double, coefficients: [Double]) {
      self.meaning = meaning
      self.intercept = intercept
      self.coefficients = coefficients
    }
  }
}

/// A model that can be read, if not in all settings.
public protocol ExplainableModel: Model {
  /// The columns it was fitted on, in order, as the recipe left them.
  var columnNames: [String] { get }
  /// What it is made of; nil where that says nothing to people (a kernel).
  var explanation: ModelExplanation? { get }
}

extension FittedRecipe {
  /// What the scale steps make of a column, by its name after all steps: (value − mean) / sd.
  public func unit(of column: String) -> (mean: Double, sd: Double) {
    var (mean, sd) = (0.0, 1.0)
    for case let step as FittedScale in steps {
      guard let known = step.known.first(where: { $0.column == column }) else { continue }
      // ((x − mean) / sd − m) / s = (x − (mean + m·sd)) / (sd·s)
      mean += known.mean * sd
      sd *= known.sd
    }
    return (mean, sd)
  }
}
