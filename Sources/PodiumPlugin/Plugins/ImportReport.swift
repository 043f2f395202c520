public import PodiumCore

/// Everything a reader decided about a file and changed on the way to a table.
public struct ImportReport: Sendable, Equatable {
  /// What was decided about the file as a whole, in order: its encoding, delimiter, decimal mark, sheet.
  public var facts: [Fact]
  /// The columns of the table in order.
  public var columns: [Column]
  /// The rows that are not in the table, because they do not fit its columns.
  public var rejected: Rejected
  /// Repairs and guesses that belong neither to a column nor to a rejected row, each one sentence.
  public var notes: [String]

  /// Makes a report; a reader without anything to say leaves all of it out.
  public init(
    facts: [Fact] = [], columns: [Column] = [], rejected: Rejected = Rejected(), notes: [String] = []
  ) {
    self.facts = facts
    self.columns = columns
    self.rejected = rejected
    self.notes = notes
  }

  /// A decision about the file as a whole, shown as a field of the record that `load` prints.
  public struct Fact: Sendable, Equatable {
    /// The name of the field.
    public var name: String
    public var value: Value

    /// Names a decision.
    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The report on one column.
  public struct Column: Sendable, Equatable {
    /// The name of the column in the table.
    public var name: String
    /// The type of its values.
    public var type: ColumnType
    /// How many of its cells are missing, with those that did not fit.
    public var missing: Int
    /// How many cells did not fit the type and became missing.
    public var mismatchCount: Int
    /// The first of them, at most `ImportReport.shown`.
    public var mismatches: [Mismatch]
    /// How its moments are written; nil where none has an offset, so that they may be times of any zone.
    public var offsets: Offsets?

    /// Makes the report of a column.
    public init(
      name: String, type: ColumnType, missing: Int, mismatchCount: Int = 0, mismatches: [Mismatch] = [],
      offsets: Offsets? = nil
    ) {
      self.name = name
      self.type = type
      self.missing = missing
      self.mismatchCount = mismatchCount
      self.mismatches = mismatches
      self.offsets = offsets
    }
  }

  /// The moments of a column by whether they are written with an offset or Z.
  public struct Offsets: Sendable, Equatable {
    /// How many moments there are.
    public private(set) var count = 0
    /// The rows of those without one.
    public private(set) var without: [Int] = []
    /// How many have an offset other than that of UTC.
    public private(set) var shifted = 0

    /// Moments of which these rows have none.
    public init(count: Int = 0, without: [Int] = [], shifted: Int = 0) {
      (self.count, self.without, self.shifted) = (count, without, shifted)
    }

    /// Counts the next moment.
    public mutating func add(row: Int, hasOffset: Bool, isShifted: Bool = false) {
      count += 1
      if !hasOffset { without.append(row) } else if isShifted { shifted += 1 }
    }

    /// Nil where none has one.
    public var known: Offsets? { without.count == count ? nil : self }
  }

  /// A cell that did not fit its column's type.
  public struct Mismatch: Sendable, Equatable {
    /// The line its row begins on, from 1; in a format without lines the row.
    public var line: Int
    /// The text in the file, abridged.
    public var text: String

    /// Names a cell.
    public init(line: Int, text: String) {
      self.line = line
      self.text = Abridged.text(text)
    }
  }

  /// The rows that were left out: how many, and the first of them.
  public struct Rejected: Sendable, Equatable {
    /// How many there are.
    public private(set) var count = 0
    /// The first of them, at most `ImportReport.shownRows`.
    public private(set) var first: [RejectedRow] = []

    /// No rows.
    public init() {}

    /// Counts a row, and keeps it while it is among the first.
    public mutating func append(_ row: @autoclosure () -> RejectedRow) {
      count += 1
      if first.count < ImportReport.shownRows { first.append(row()) }
    }
  }

  /// A row that was left out.
  public struct RejectedRow: Sendable, Equatable {
    /// The line it begins on, from 1.
    public var line: Int
    /// Why it does not fit, as a part of a sentence: `5 cells where the table has 4`.
    public var reason: String
    /// The text in the file, abridged.
    public var text: String

    /// Names a row.
    public init(line: Int, reason: String, text: String) {
      self.line = line
      self.reason = reason
      self.text = Abridged.text(text)
    }
  }

  /// How many mismatches of a column are kept with line and text.
  public static let shown = 5
  /// How many columns are named in sentences; a file may have a hundred thousand.
  static let longest = 100
  /// How many rejected rows are kept with line, reason and text.
  public static let shownRows = 20
}

extension ImportReport {
  /// The report in sentences, for an importer that joins several files: rejected rows, mismatches, then the notes.
  public var sentences: [String] {
    var all: [String] = []
    if let sentence = rejected.sentence { all.append(sentence) }
    let mismatches = columns.lazy.filter { $0.mismatchCount > 0 }.prefix(ImportReport.longest)
    all += mismatches.compactMap(\.mismatchSentence)
    let more = columns.count { $0.mismatchCount > 0 } - mismatches.count
    if more > 0 { all.append("\(more.counted("more column")) \(more == 1 ? "has" : "have") invalid cells") }
    return all + offsetSentences + notes
  }

  /// How times with an offset, and those without one beside them, were read where no zone is given.
  public var offsetSentences: [String] {
    let all = columns.flatMap(\.offsetSentences)
    let more = all.count - ImportReport.longest
    return all.prefix(ImportReport.longest) + (more > 0 ? ["omitted \(more.counted("more notice")) about times"] : [])
  }
}

extension ImportReport.Column {
  /// The cells that did not fit, in one sentence; nil when all fit.
  public var mismatchSentence: String? {
    guard mismatchCount > 0 else { return nil }
    let first = mismatches.prefix(3).map { ImportReport.quoted($0.text) + " (line \($0.line))" }
    return "column \(ImportReport.quoted(name)): \(mismatchCount.counted("cell")) "
      + "not of type \(type.rawValue) became missing: " + first.joined(separator: ", ")
      + (mismatchCount > first.count ? ", …" : "")
  }
}

extension ImportReport.Column {
  fileprivate var offsetSentences: [String] {
    guard let offsets else { return [] }
    let start = "column \(ImportReport.quoted(name)): "
    return (offsets.shifted == 0 ? [] : [start + "\(offsets.shifted.counted("time")) with an offset became UTC"])
      + (offsets.without.isEmpty
        ? [] : [start + "\(offsets.without.count) of \(offsets.count) times had no time zone; UTC was assumed"])
  }
}

extension ImportReport.Rejected {
  /// The rows that were left out, in one sentence; nil when there are none.
  public var sentence: String? {
    guard count > 0 else { return nil }
    let shown = first.prefix(3).map { "line \($0.line) (\($0.reason))" }
    return "skipped \(count.counted("row")): " + shown.joined(separator: ", ")
      + (count > shown.count ? ", …" : "")
  }
}

extension ImportReport {
  /// A text of a file as it is quoted in a sentence: escaped, and abridged as in every message.
  public static func quoted(_ text: String) -> String {
    guard let (start, length) = Abridged.parts(text) else { return Abridged.quoted(SafeText.escape(text)) }
    return "'" + SafeText.escape(start) + "…' (" + length.counted("character") + ")"
  }
}
