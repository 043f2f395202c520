public import PodiumCore

/// A kind of recipe step: it learns from some rows how to change features, and is then applied to any rows.
public protocol Transformer: Sendable {
  /// The name of the step in a recipe (`scale`).
  var key: String { get }
  var summary: String { get }
  /// The type its fitted steps are saved as; nil when they cannot be saved.
  var fittedType: (any FittedTransformer.Type)? { get }
  /// Learns from the rows of a frame.
  ///
  /// Throws when the step names an unknown column or one it does not apply to, or has a bad setting.
  func fit(_ frame: FeatureFrame, step: RecipeStep) throws(Diagnostic) -> any FittedTransformer
  /// Learns from training rows with their target: for a step that looks at it, or that changes the rows.
  func fit(_ training: StepTraining, step: RecipeStep) throws(Diagnostic) -> StepFit
}

/// Training rows as a step sees them.
public struct StepTraining: Sendable {
  /// The features as the steps before leave them.
  public let frame: FeatureFrame
  /// The target; nil where none is chosen yet.
  public let target: Target?
  public let seed: Seed
  public let cancellation: Cancellation

  public init(_ frame: FeatureFrame, target: Target?, seed: Seed, cancellation: Cancellation = Cancellation()) {
    (self.frame, self.target, self.seed, self.cancellation) = (frame, target, seed, cancellation)
  }

  /// The target; throws `no-target`.
  public func requireTarget(for key: String) throws(Diagnostic) -> Target {
    if let target { return target }
    throw Diagnostic("no-target", "'\(key)' needs a target", help: "choose one with 'label'")
  }
}

/// A fitted step, and what becomes of the training rows where that is not what `apply` makes of them.
public struct StepFit: Sendable {
  public let fitted: any FittedTransformer
  /// The training rows after the step; nil: as `apply` leaves them.
  public var frame: FeatureFrame?
  /// The training rows that remain, some more than once; nil: all.
  public var rows: [Int]?

  public init(_ fitted: any FittedTransformer, frame: FeatureFrame? = nil, rows: [Int]? = nil) {
    (self.fitted, self.frame, self.rows) = (fitted, frame, rows)
  }
}

extension Transformer {
  /// A step that cannot be saved, unless it says otherwise.
  public var fittedType: (any FittedTransformer.Type)? { nil }
  /// Without the target, unless it says otherwise.
  public func fit(_ training: StepTraining, step: RecipeStep) throws(Diagnostic) -> StepFit {
    StepFit(try fit(training.frame, step: step))
  }
  /// With neither target nor seed.
  public func fit(_ frame: FeatureFrame, step: RecipeStep) throws(Diagnostic) -> any FittedTransformer {
    try fit(StepTraining(frame, target: nil, seed: Seed(1)), step: step).fitted
  }
}

/// A fitted recipe step.
public protocol FittedTransformer: Sendable, Codable {
  /// The frame with the step applied to the columns it was fitted on; other columns pass unchanged.
  func apply(_ frame: FeatureFrame) throws(Diagnostic) -> FeatureFrame
  /// What the step replaces in a frame because it is missing, or because no fitted row had it.
  func replaced(in frame: FeatureFrame) -> ReplacedCells
  /// Whether each feature it makes depends on the one column of the table that is its source.
  var changesColumnsOneByOne: Bool { get }
  /// The number of training rows that the step left, where it repeats or drops some; nil for other steps.
  var trainedRows: Int? { get }
}

extension FittedTransformer {
  /// Nothing, unless the step says otherwise.
  public func replaced(in frame: FeatureFrame) -> ReplacedCells { ReplacedCells() }
  /// Not known, unless the step says otherwise.
  public var changesColumnsOneByOne: Bool { false }
  /// All rows, unless the step says otherwise.
  public var trainedRows: Int? { nil }
}

/// Cells that a recipe replaced before prediction, counted by column.
public struct ReplacedCells: Sendable, Equatable {
  /// A column and its number of cells, above 0.
  public struct Count: Sendable, Equatable {
    public let column: String
    public let cells: Int

    public init(column: String, cells: Int) {
      self.column = column
      self.cells = cells
    }
  }

  /// Missing values that were filled in.
  public var filled: [Count]
  /// Categories that no fitted row had.
  public var unseen: [Count]

  public init(filled: [Count] = [], unseen: [Count] = []) {
    self.filled = filled
    self.unseen = unseen
  }

  /// The cells of category columns whose category is not among those of the fitted rows.
  public init(unseen known: [(column: String, levels: [String])], in frame: FeatureFrame) {
    let places = frame.placesByName
    let counts = known.compactMap { one -> Count? in
      guard let place = places[one.column], case .categories(let values, _) = frame.columns[place].values
      else { return nil }
      let seen = Set(one.levels)
      let isNew = values.levels.map { !seen.contains($0) }
      let cells = values.codes.count { $0 >= 0 && isNew[Int($0)] }
      return cells == 0 ? nil : Count(column: one.column, cells: cells)
    }
    self.init(unseen: counts)
  }

  /// One line on both; nil where nothing was replaced.
  public var sentence: String? {
    func part(_ counts: [Count], _ one: String, _ many: String) -> String? {
      let total = counts.reduce(0) { $0 + $1.cells }
      if total == 0 { return nil }
      return "\(total) \(total == 1 ? one : many) ("
        + counts.map { "\($0.cells) in \(Abridged.quoted($0.column))" }.joined(separator: ", ") + ")"
    }
    let parts = [
      part(filled, "missing value", "missing values").map { "filled in " + $0 },
      part(
        unseen, "value is a category that did not occur in training",
        "values are categories that did not occur in training"),
    ]
    let found = parts.compactMap(\.self)
    return found.isEmpty ? nil : found.joined(separator: "; ")
  }
}

/// The kinds of recipe steps by key.
public typealias TransformerCatalogue = Catalogue<any Transformer>

extension TransformerCatalogue {
  /// Makes a catalogue; of two steps with one key the first stays.
  public init(_ list: [any Transformer]) { self.init("recipe step", list) { $0.key } }

  /// The steps that come with podium: encode, scale, impute.
  public static var builtIn: TransformerCatalogue { TransformerCatalogue([EncodeStep(), ScaleStep(), ImputeStep()]) }
}

extension RecipeStep {
  /// The places of the columns the step is for: those it names (as they are, or by the column they were made
  /// from), else those `applies` accepts; throws `unknown-column` for a name that fits none.
  public func places(in frame: FeatureFrame, where applies: (FeatureColumn) -> Bool) throws(Diagnostic) -> [Int] {
    guard let names = columns else { return frame.columns.indices.filter { applies(frame.columns[$0]) } }
    var places: [String: [Int]] = [:]
    for (place, column) in frame.columns.enumerated() {
      places[column.name, default: []].append(place)
      if column.source != column.name { places[column.source, default: []].append(place) }
    }
    var chosen: Set<Int> = []
    for name in names {
      guard let found = places[name] else {
        var known: [String] = []
        for column in frame.columns where known.last != column.source { known.append(column.source) }
        throw Diagnostic.unknown("column", name, among: known, help: "\(key) takes features")
      }
      chosen.formUnion(found)
    }
    return chosen.sorted()
  }

  /// Throws `unknown-setting` for a setting the step does not have.
  public func checkSettings(_ known: [String]) throws(Diagnostic) {
    for name in settings.keys.sorted() where !known.contains(name) {
      throw Diagnostic.unknown("setting", name, among: known)
    }
  }
}

extension Diagnostic {
  /// That a column is of another type than where something was fitted.
  static func otherType(
    _ code: String, _ column: String, has now: String, wanted: FeatureValues.Kind, in place: String
  ) -> Diagnostic {
    Diagnostic(
      code, "column '\(column)' has \(now), but it had \(wanted.rawValue) when \(place) was fitted",
      help: "type: type \(CommandText.column(column)) \(wanted == .numbers ? "number" : "category")")
  }
}

extension FeatureValues {
  /// What a feature consists of.
  enum Kind: String {
    case numbers, categories
  }

  var kind: Kind { if case .numbers = self { .numbers } else { .categories } }
}

extension FeatureFrame {
  /// The places of the columns a step was fitted on, in the order of their names; throws `unknown-column` when the frame lacks
  /// one.
  public func places(of names: [String], for step: String) throws(Diagnostic) -> [Int] {
    let places = placesByName
    return try names.map { name throws(Diagnostic) in
      if let place = places[name] { return place }
      throw Diagnostic.unknown("column", name, among: self.names, help: "\(step) was fitted on it")
    }
  }

  /// The place of each column by its name, of two with one name the first.
  package var placesByName: [String: Int] {
    Dictionary(columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
