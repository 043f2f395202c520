public import PodiumCore
public import PodiumLearn

/// `surf.direction`: each direction in degrees becomes, in its place, its sine and its cosine.
///
/// As a number 359 is far from 1; as a point on the circle it is beside it. The columns are named `X=sin` and `X=cos`
/// and keep X as their source, so that both count as one feature. Without names the step takes the numbers whose
/// name ends in `_deg`. A missing direction stays missing in both.
public struct DirectionStep: Transformer {
  /// The ending of columns that hold directions.
  static let ending = "_deg"

  public init() {}

  /// `surf.direction`.
  public var key: String { "surf.direction" }
  /// What it does.
  public var summary: String { "directions in degrees to their sine and cosine" }
  public var fittedType: (any FittedTransformer.Type)? { FittedDirection.self }

  /// Learns only which columns they are; throws `unknown-column`, `no-directions`, `not-numeric`,
  /// `not-a-direction` and `unknown-setting`.
  public func fit(_ frame: FeatureFrame, step: RecipeStep) throws(Diagnostic) -> any FittedTransformer {
    if let setting = step.settings.keys.sorted().first {
      throw Diagnostic("unknown-setting", "'\(key)' takes no settings, but got '\(setting)'")
    }
    var names: [String] = []
    if let given = step.columns {
      for name in given where !names.contains(name) { names.append(name) }
    } else {
      for column in frame.columns {
        if case .numbers = column.values, column.name.hasSuffix(DirectionStep.ending) { names.append(column.name) }
      }
    }
    guard !names.isEmpty else { throw .noDirections }
    let fitted = FittedDirection(columns: names)
    // What does not fit is said when it is fitted, not at the first prediction.
    _ = try fitted.apply(frame)
    return fitted
  }
}

extension Diagnostic {
  static let noDirections = Diagnostic(
    "no-directions", "no numeric feature has a name that ends in '\(DirectionStep.ending)'",
    help: "name the columns: surf direction COLUMN…")
}

struct FittedDirection: FittedTransformer, Equatable {
  let columns: [String]

  func apply(_ frame: FeatureFrame) throws(Diagnostic) -> FeatureFrame {
    for name in columns where !frame.names.contains(name) {
      throw Diagnostic.unknown("column", name, among: frame.names, help: "surf.direction takes features")
    }
    var out: [FeatureColumn] = []
    for column in frame.columns {
      guard columns.contains(column.name) else {
        out.append(column)
        continue
      }
      guard case .numbers(let values) = column.values else {
        throw Diagnostic(
          "not-numeric", "column '\(column.name)' holds categories, and surf.direction takes degrees",
          help: "leave it out of surf.direction")
      }
      let (sines, cosines) = try FittedDirection.components(of: values, named: column.name)
      for (part, list) in [("sin", sines), ("cos", cosines)] {
        out.append(
          FeatureColumn(name: column.name + "=" + part, source: column.source, values: .numbers(list)))
      }
    }
    return FeatureFrame(columns: out, rowCount: frame.rowCount)
  }

  private static func components(
    of degrees: [Double], named name: String
  ) throws(Diagnostic) -> (sines: [Double], cosines: [Double]) {
    var sines: [Double] = []
    var cosines: [Double] = []
    for direction in degrees {
      guard !direction.isNaN else {
        sines.append(.nan)
        cosines.append(.nan)
        continue
      }
      guard (0...360).contains(direction) else {
        throw Diagnostic(
          "not-a-direction",
          "column '\(name)' holds \(NumberText.shortest(direction)), and directions run from 0 to 360 degrees",
          help: "put surf.direction before scale, or leave the column out of it")
      }
      let (sine, cosine) = Direction.components(direction)
      sines.append(sine)
      cosines.append(cosine)
    }
    return (sines, cosines)
  }
}
