public import PodiumCore
public import PodiumPlugin

/// What an import did: the record of counts and the sentences that every import ends with.
public struct ImportOutcome: Sendable {
  /// A part of the record, in the order of the import's output.
  public enum Part: String, Sendable {
    /// Rows of the file; those that were understood; those that became records, changed one or equal one; those that differ
    /// from one, which stays; those that cannot be one.
    case read, kept, new, changed, same, conflicts, refused
    /// What the import counts of its own.
    case others
    /// The first and the last moment.
    case period
  }

  public var title: String
  private let format: String?
  private let parts: [Part]
  /// Fields after the format, such as the station.
  public var subject: [(name: String, value: Value)] = []
  /// Fields after those that have several values, such as the seasons.
  public var lists: [(name: String, values: [Value])] = []
  public var read = 0
  public var kept = 0
  public var new = 0
  public var changed = 0
  public var same = 0
  public var conflicts = 0
  public var refused = 0
  public var others: [(name: String, value: Value)] = []
  public var from: Moment?
  public var to: Moment?
  public var warnings: [String] = []
  public var notes: [String] = []

  /// Nothing was imported so far.
  public init(
    _ title: String = "", format: String? = nil,
    _ parts: [Part] = [.read, .new, .changed, .same, .others, .conflicts, .refused]
  ) {
    (self.title, self.format, self.parts) = (title, format, parts)
  }

  /// Extends the period by a moment.
  public mutating func take(_ moment: Moment?) {
    guard let moment else { return }
    (from, to) = (min(from ?? moment, moment), max(to ?? moment, moment))
  }

  /// The record of counts.
  public var record: RecordOutput {
    var record = RecordOutput(title)
    if let format { record.add("format", .text(format)) }
    for (name, value) in subject { record.add(name, value) }
    for (name, values) in lists { record.add(name, list: values) }
    for part in parts {
      switch part {
      case .read: record.add("read", .integer(read))
      case .kept: record.add("kept", .integer(kept))
      case .new: record.add("new", .integer(new))
      case .changed: record.add("changed", .integer(changed))
      case .same: record.add("same", .integer(same))
      case .conflicts: record.add("conflicts", .integer(conflicts))
      case .refused: record.add("refused", .integer(refused))
      case .others: for (name, value) in others { record.add(name, value) }
      case .period:
        record.add("from", from.map(Value.datetime) ?? .missing)
        record.add("to", to.map(Value.datetime) ?? .missing)
      }
    }
    return record
  }

  /// The record, the warnings and the notes.
  public var outputs: [Output] {
    [.record(record)] + warnings.map(Output.warning) + notes.map(Output.note)
  }

  /// That a file says something else than the workspace, whose value stays unless the file `replaces` it.
  public static func difference(
    _ place: String, _ field: String, stored: Value, given: Value, replaces: Bool
  ) -> String {
    "\(place): \(field) is '\(stored.fileText)' in the workspace and '\(given.fileText)' in the file"
      + (replaces ? "" : "; kept the workspace's value (replace=yes overwrites it)")
  }
}
