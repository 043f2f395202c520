public import PodiumCore
public import PodiumLearn

/// Training rows of equally many of each class: rows of smaller classes are repeated, or rows of larger ones left out.
///
/// Rows are drawn at random; test rows are never changed. What is predicted afterwards is as if classes were equally frequent.
public struct ClassSizeStep: Transformer {
  private let isUp: Bool

  private init(isUp: Bool) { self.isUp = isUp }

  /// Repeats rows of smaller classes up to the size of the largest.
  public static let upsample = ClassSizeStep(isUp: true)
  /// Leaves out rows of larger classes down to the size of the smallest.
  public static let downsample = ClassSizeStep(isUp: false)

  /// `upsample` or `downsample`.
  public var key: String { isUp ? "upsample" : "downsample" }
  /// What it does.
  public var summary: String {
    isUp
      ? "repeat training rows of smaller classes until all are as large as the largest"
      : "leave out training rows of larger classes until all are as small as the smallest"
  }
  public var fittedType: (any FittedTransformer.Type)? { FittedClassSize.self }

  /// Draws rows; throws `no-target`, and `wrong-target` for a numeric one.
  public func fit(_ training: StepTraining, step: RecipeStep) throws(Diagnostic) -> StepFit {
    try step.checkSettings([])
    guard case .classes(let target) = try training.requireTarget(for: key) else {
      throw Diagnostic("wrong-target", "\(key) needs a target with classes", help: "remove the step: recipe clear")
    }
    let sizes = target.counts.filter { $0 > 0 }
    let wanted = (isUp ? sizes.max() : sizes.min()) ?? 0
    var random = training.seed.derived(key).source()
    var rows: [Int] = []
    for code in target.counts.indices {
      let own = target.codes.indices.filter { target.codes[$0] == code }
      if own.isEmpty { continue }
      if isUp {
        rows += own + (own.count..<max(own.count, wanted)).map { _ in own[random.below(own.count)] }
      } else {
        var order = own
        random.shuffle(&order)
        rows += order.prefix(wanted)
      }
    }
    return StepFit(FittedClassSize(rows: rows.count), rows: rows.sorted())
  }
}

/// Drawn training rows; other rows stay as they are.
struct FittedClassSize: FittedTransformer, Equatable {
  /// How many training rows were drawn.
  let rows: Int
  var trainedRows: Int? { rows }

  var changesColumnsOneByOne: Bool { true }

  func apply(_ frame: FeatureFrame) throws(Diagnostic) -> FeatureFrame { frame }
}
