/// What a learner can predict.
public enum TargetKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// One of several named classes.
  case classes
  case numbers
}

/// The values to be learned, one per row.
public enum Target: Sendable, Equatable, Codable {
  case classes(ClassTarget)
  case numbers([Double])

  /// What kind of target this is.
  public var kind: TargetKind {
    switch self {
    case .classes: .classes
    case .numbers: .numbers
    }
  }

  /// The number of rows.
  public var rowCount: Int {
    switch self {
    case .classes(let target): target.codes.count
    case .numbers(let values): values.count
    }
  }

  /// Whether all rows have one value.
  public var isConstant: Bool {
    switch self {
    case .classes(let target): target.codes.allSatisfy { $0 == target.codes.first }
    case .numbers(let values): values.allSatisfy { $0 == values.first }
    }
  }

  /// The target of the given rows in the given order, with all classes kept; every row must exist.
  public func selecting(rows: [Int]) -> Target {
    switch self {
    case .classes(let target): .classes(target.selecting(rows: rows))
    case .numbers(let values): .numbers(rows.map { values[$0] })
    }
  }
}

/// A class for each row, as a place in the list of classes.
///
/// Invariant: every code is a place in `classes`, and the names are distinct.
public struct ClassTarget: Sendable, Equatable, Codable {
  /// The names of the classes in their order.
  public let classes: [String]
  /// For each row the place of its class.
  public let codes: [Int]
  /// Whether the classes are ordered (best to worst).
  public let isOrdered: Bool

  /// Makes a target; every code must be a place in `classes`.
  public init(classes: [String], codes: [Int], isOrdered: Bool = false) {
    precondition(
      codes.allSatisfy { classes.indices.contains($0) }, "a class code outside the \(classes.count) classes")
    self.classes = classes
    self.codes = codes
    self.isOrdered = isOrdered
  }

  /// The number of rows of each class.
  public var counts: [Int] {
    var counts = [Int](repeating: 0, count: classes.count)
    for code in codes { counts[code] += 1 }
    return counts
  }

  /// The target of the given rows in the given order, with all classes kept; every row must exist.
  public func selecting(rows: [Int]) -> ClassTarget {
    ClassTarget(classes: classes, codes: rows.map { codes[$0] }, isOrdered: isOrdered)
  }

  /// Reads a target whose codes are checked against its classes.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let classes = try fields.decode([String].self, forKey: .classes)
    let codes = try fields.decode([Int].self, forKey: .codes)
    guard codes.allSatisfy({ classes.indices.contains($0) }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .codes, in: fields, debugDescription: "a class code outside the \(classes.count) classes")
    }
    self.init(classes: classes, codes: codes, isOrdered: try fields.decode(Bool.self, forKey: .isOrdered))
  }

  private enum CodingKeys: String, CodingKey { case classes, codes, isOrdered }
}
