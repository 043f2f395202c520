public import PodiumCore

/// The log of changes.
public protocol ChangeStore: Sendable {
  /// Takes change sets back, as a new change set of the running command.
  ///
  /// Throws `changed-since` when a record was changed again by someone else.
  func revert(_ sets: [ChangeSetID]) throws(Diagnostic) -> ChangeSetID

  /// The changes that were made, newest first: of a kind, of one record, at most so many.
  func changes(kind: String?, record: RecordID?, limit: Int) throws(Diagnostic) -> [Change]

  /// The changes after a number, the oldest first, of some kinds or of all; about `limit` of them, but always all of one
  /// number.
  func changes(after number: Int, kinds: [String]?, limit: Int) throws(Diagnostic) -> [Change]

  /// The number of the last change; 0 where there is none.
  func lastChange() throws(Diagnostic) -> Int

  /// What the running command has changed so far, the oldest first; none before its first write.
  func pendingChanges() throws(Diagnostic) -> [Change]
}

extension ChangeStore {
  /// A store that does not number its changes.
  public func changes(after number: Int, kinds: [String]?, limit: Int) throws(Diagnostic) -> [Change] { [] }

  /// A store that does not number its changes.
  public func lastChange() throws(Diagnostic) -> Int { 0 }

  /// A store whose commands cannot be looked at before their end.
  public func pendingChanges() throws(Diagnostic) -> [Change] { [] }
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

  /// Its number: later changes have greater ones; records that were made at once share one.
  public let number: Int
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
    number: Int = 0, set: ChangeSetID, at: Moment, by: String, command: String, kind: String, record: RecordID,
    revision: Int, action: Action, before: [String: Value]
  ) {
    self.number = number
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
