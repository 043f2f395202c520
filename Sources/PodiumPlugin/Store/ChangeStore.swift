public import PodiumCore

/// The log of changes.
public protocol ChangeStore: Sendable {
  /// Takes change sets back, as a new change set of the running command.
  ///
  /// Throws `changed-since` when a record was changed again by someone else.
  func revert(_ sets: [ChangeSetID]) throws(Diagnostic) -> ChangeSetID

  /// The changes that were made, newest first: of a kind, of one record, at most so many.
  func changes(kind: String?, record: RecordID?, limit: Int) throws(Diagnostic) -> [Change]
}

/// The name of a change set: everything one command wrote.
public struct ChangeSetID: Sendable, Hashable, Codable {
  /// The text of a UUID of version 7.
  public let text: String

  /// Takes the text of a UUID as it is.
  public init(_ text: String) { self.text = text }
}

/// One change of one record.
public struct Change: Sendable, Equatable {
  /// What was done.
  public enum Action: String, Sendable {
    /// The record was made.
    case insert
    /// Fields were changed.
    case update
    /// The record was removed.
    case remove
  }

  /// The change set it belongs to.
  public let set: ChangeSetID
  /// When.
  public let at: Moment
  /// Who.
  public let by: String
  /// The command as it was typed.
  public let command: String
  /// The kind of the record.
  public let kind: String
  public let record: RecordID
  /// The record's revision after the change.
  public let revision: Int
  /// What was done.
  public let action: Action
  /// The values before, of fields that changed or of the record that was removed.
  public let before: [String: Value]

  /// Notes a change.
  public init(
    set: ChangeSetID, at: Moment, by: String, command: String, kind: String, record: RecordID, revision: Int,
    action: Action, before: [String: Value]
  ) {
    self.set = set
    self.at = at
    self.by = by
    self.command = command
    self.kind = kind
    self.record = record
    self.revision = revision
    self.action = action
    self.before = before
  }
}
