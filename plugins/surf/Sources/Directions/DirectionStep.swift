public import PodiumCore
public import PodiumLearn
internal import SurfModel

/// `surf.direction`: replaces each direction in degrees with its sine and cosine.
///
/// As a number 359 is far from 1; as a point on the circle it is next to it. The columns are named `X=sin` and `X=cos`
/// and keep X as their source, so that both count as one feature. By default the step takes the circular columns in degrees
/// and the numeric ones whose names end in `_deg`. A missing direction stays missing in both.
public struct DirectionStep: Transformer {
  /// The suffix of column names that hold directions.
  static let suffix = "_deg"

  /// Whether a column is a direction, by its circle or its name.
  static func holds(_ name: String, _ circle: Circle?) -> Bool { circle == .degrees || name.hasSuffix(suffix) }

  public init() {}

  public var key: String { "surf.direction" }
  public var summary: String { "sine and cosine of directions in degrees" }
  public var fittedType: (any FittedTransformer.Type)? { FittedDirection.self }

  /// Determines only the columns; throws `unknown-column`, `no-directions`, `not-numeric`,
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
        guard case .numbers = column.values else { continue }
        if DirectionStep.holds(column.name, column.circle) { names.append(column.name) }
      }
    }
    guard !names.isEmpty else { throw .noDirections }
    let fitted = FittedDirection(columns: names)
    // Reports a bad value here, not at the first prediction.
    _ = try fitted.apply(frame)
    return fitted
  }
}

extension Diagnostic {
  static let noDirections = Diagnostic(
    "no-directions", "no feature is circular or has a name ending in '\(DirectionStep.suffix)'",
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
          "not-numeric", "column '\(column.name)' holds categories, but surf.direction requires degrees",
          help: "omit it from surf.direction")
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
          "column '\(name)' contains \(NumberText.shortest(direction)), which is outside 0 to 360 degrees",
          help: "put surf.direction before scale, or omit this column")
      }
      let (sine, cosine) = Direction.components(direction)
      sines.append(sine)
      cosines.append(cosine)
    }
    return (sines, cosines)
  }
}
