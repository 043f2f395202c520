public import PodiumCore

/// One-hot encoding: a category column is replaced by one 0/1 column per category of the fitted rows.
///
/// Categories are in code-point order, those of ordered columns in theirs; a category not seen in fitting is
/// 0 in all columns. Columns are named `base=Black`.
public struct EncodeStep: Transformer {
  /// The maximum number of values that encoding may add to a frame (2 GB).
  static let sizeLimit = 250_000_000
  private let memory: MemoryLimits

  public init() { self.init(memory: MemoryLimits()) }

  /// With other limits of memory, for tests.
  init(memory: MemoryLimits) { self.memory = memory }

  public var key: String { "encode" }
  /// What it does.
  public var summary: String { "one-hot encoding: one 0/1 column per category" }
  public var fittedType: (any FittedTransformer.Type)? { FittedEncode.self }

  /// Learns the categories; throws `not-categorical`, `missing-values` and `too-large`.
  public func fit(_ frame: FeatureFrame, step: RecipeStep) throws(Diagnostic) -> any FittedTransformer {
    try step.checkSettings([])
    let places = try step.places(in: frame) {
      if case .categories = $0.values { true } else { false }
    }
    var known: [FittedEncode.Known] = []
    for place in places {
      let column = frame.columns[place]
      guard case .categories(let values, let isOrdered) = column.values else {
        throw Diagnostic(
          "not-categorical", "column '\(column.name)' has numbers, but encode takes categories",
          help: "omit it from encode")
      }
      try FittedEncode.requireComplete(column)
      var occurs = [Bool](repeating: false, count: values.levels.count)
      for code in values.codes { occurs[Int(code)] = true }
      let levels = values.levels.indices.filter { occurs[$0] }.map { values.levels[$0] }
      known.append(
        FittedEncode.Known(
          column: column.name, levels: isOrdered ? levels : levels.inCodePointOrder()))
    }
    let fitted = FittedEncode(known: known)
    try fitted.requireRoom(for: frame, memory)
    return fitted
  }
}

struct FittedEncode: FittedTransformer, Equatable {
  struct Known: Codable, Equatable {
    let column: String
    let levels: [String]
  }

  let known: [Known]

  /// Throws `too-large` for columns that take more than a limit, or than is free: 2 KB for each cell of the features.
  func requireRoom(for frame: FeatureFrame, _ memory: MemoryLimits = MemoryLimits()) throws(Diagnostic) {
    let (cells, overflow) = known.reduce(0) { $0 + $1.levels.count }.multipliedReportingOverflow(by: frame.rowCount)
    let worst = known.max { $0.levels.count < $1.levels.count }
    let categories = "\(Abridged.quoted(worst?.column ?? "")) has \(worst?.levels.count ?? 0) categories"
    guard !overflow, cells <= EncodeStep.sizeLimit else {
      throw Diagnostic("too-large", "column \(categories), too many to encode", help: "remove it from the features")
    }
    try memory.check(
      "encoding", bytes: MemoryLimits.bytes(cells),
      most: MemoryLimits.bytes(frame.rowCount, times: frame.columns.count, each: 8 * 256),
      help: "column \(categories): remove it from the features, or merge its rare categories")
  }

  var changesColumnsOneByOne: Bool { true }

  func apply(_ frame: FeatureFrame) throws(Diagnostic) -> FeatureFrame {
    try requireRoom(for: frame)
    var wanted: [Int: [String]] = [:]
    for (one, place) in zip(known, try frame.places(of: known.map(\.column), for: "encode")) {
      wanted[place] = one.levels
    }
    var out: [FeatureColumn] = []
    for (place, column) in frame.columns.enumerated() {
      guard let levels = wanted[place] else {
        out.append(column)
        continue
      }
      guard case .categories(let values, _) = column.values else {
        throw .otherType("not-categorical", column.name, has: "numbers", wanted: .categories, in: "encode")
      }
      try FittedEncode.requireComplete(column)
      let hot = Dictionary(levels.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      let placeOfCode = values.levels.map { hot[$0] ?? -1 }
      var lists = [[Double]](repeating: [Double](repeating: 0, count: frame.rowCount), count: levels.count)
      for (row, code) in values.codes.enumerated() {
        let place = placeOfCode[Int(code)]
        if place >= 0 { lists[place][row] = 1 }
      }
      for (level, list) in zip(levels, lists) {
        out.append(
          FeatureColumn(name: column.name + "=" + level, source: column.source, values: .numbers(list)))
      }
    }
    return FeatureFrame(columns: out, rowCount: frame.rowCount)
  }

  func replaced(in frame: FeatureFrame) -> ReplacedCells {
    ReplacedCells(unseen: known.map { ($0.column, $0.levels) }, in: frame)
  }

  static func requireComplete(_ column: FeatureColumn) throws(Diagnostic) {
    let missing = column.values.missingCount
    if missing == 0 { return }
    throw Diagnostic.missingValues(column.name, count: missing, before: "encode")
  }
}
