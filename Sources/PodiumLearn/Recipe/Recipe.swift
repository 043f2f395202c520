public import PodiumCore

/// One step of a recipe: which transformer, on which columns, with which settings.
public struct RecipeStep: Sendable, Hashable, Codable {
  /// The transformer's key (`scale`).
  public var key: String
  /// The columns, by their own name or the one they were made from; nil: every column the step applies to, as
  /// they are then.
  public var columns: [String]?
  /// The settings by name (`strategy`: `median`).
  public var settings: [String: String]

  /// Makes a step.
  public init(_ key: String, columns: [String]? = nil, settings: [String: String] = [:]) {
    self.key = key
    self.columns = columns
    self.settings = settings
  }
}

extension RecipeStep: CustomStringConvertible {
  /// The step as you type it: `impute age strategy=median`.
  public var description: String {
    ([key] + (columns ?? []) + settings.keys.sorted().map { $0 + "=" + (settings[$0] ?? "") }).joined(
      separator: " ")
  }
}

/// The steps that turn a table's features into numbers, in order; nothing is fitted until a learner is.
public struct Recipe: Sendable, Hashable, Codable {
  /// The steps in order.
  public var steps: [RecipeStep]

  public init(_ steps: [RecipeStep] = []) { self.steps = steps }

  /// Whether there are no steps.
  public var isEmpty: Bool { steps.isEmpty }

  /// Whether a step of this kind is among them.
  public func contains(_ key: String) -> Bool { steps.contains { $0.key == key } }

  /// Fits each step on the training rows as the steps before it leave them.
  ///
  /// Throws `unknown-recipe-step` and whatever a step throws.
  public func fit(_ training: StepTraining, using catalogue: TransformerCatalogue) throws(Diagnostic) -> RecipeFit {
    var (frame, target) = (training.frame, training.target)
    var rows: [Int]?
    var fitted: [any FittedTransformer] = []
    for (place, step) in steps.enumerated() {
      try training.cancellation.check()
      let own = StepTraining(
        frame, target: target, seed: training.seed.derived("step", place), cancellation: training.cancellation)
      let one = try catalogue.require(step.key).fit(own, step: step)
      fitted.append(one.fitted)
      if let own = one.frame { frame = own } else { frame = try one.fitted.apply(frame) }
      guard let kept = one.rows else { continue }
      frame = frame.selecting(rows: kept)
      target = target?.selecting(rows: kept)
      rows = rows.map { rows in kept.map { rows[$0] } } ?? kept
    }
    return RecipeFit(fitted: FittedRecipe(recipe: self, steps: fitted), frame: frame, rows: rows)
  }

  /// The same without a target.
  public func fit(_ frame: FeatureFrame, using catalogue: TransformerCatalogue) throws(Diagnostic) -> FittedRecipe {
    try fit(StepTraining(frame, target: nil, seed: Seed(1)), using: catalogue).fitted
  }
}

/// A fitted recipe and the training rows after its steps.
public struct RecipeFit: Sendable {
  public let fitted: FittedRecipe
  public let frame: FeatureFrame
  /// The training rows that remain, some more than once; nil: all.
  public let rows: [Int]?
}

/// A recipe with what its steps learned.
public struct FittedRecipe: Sendable {
  /// The recipe it was made from.
  public let recipe: Recipe
  /// The fitted steps in order.
  public let steps: [any FittedTransformer]

  /// The frame after all steps.
  public func apply(_ frame: FeatureFrame) throws(Diagnostic) -> FeatureFrame {
    var frame = frame
    for step in steps { frame = try step.apply(frame) }
    return frame
  }

  /// What the steps replace in a frame; throws what they throw.
  public func replaced(in frame: FeatureFrame) throws(Diagnostic) -> ReplacedCells {
    var frame = frame
    var all = ReplacedCells()
    for step in steps {
      let own = step.replaced(in: frame)
      all.filled += own.filled
      all.unseen += own.unseen
      frame = try step.apply(frame)
    }
    return all
  }
}

extension FittedRecipe: Encodable {
  /// Writes the recipe and each fitted step.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(recipe, forKey: .recipe)
    var list = fields.nestedUnkeyedContainer(forKey: .steps)
    for step in steps { try step.encode(to: list.superEncoder()) }
  }

  /// Reads a recipe whose steps are all in the catalogue.
  public init(from decoder: any Decoder, using catalogue: TransformerCatalogue) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    recipe = try fields.decode(Recipe.self, forKey: .recipe)
    var list = try fields.nestedUnkeyedContainer(forKey: .steps)
    var read: [any FittedTransformer] = []
    for step in recipe.steps {
      guard let type = try catalogue.require(step.key).fittedType else {
        throw Diagnostic("not-saved", "a fitted '\(step.key)' step cannot be saved")
      }
      read.append(try type.init(from: list.superDecoder()))
    }
    steps = read
  }

  private enum CodingKeys: String, CodingKey { case recipe, steps }
}
