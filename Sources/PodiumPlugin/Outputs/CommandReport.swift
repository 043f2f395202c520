public import PodiumCore

/// The outcome of one command.
public struct CommandReport: Sendable {
  /// How a command ended.
  public enum Status: String, Sendable {
    /// It did its work.
    case ok
    /// It was refused or failed; nothing was changed.
    case error
    /// The user stopped it; nothing was changed.
    case interrupted
    /// It did not run, because one before it failed.
    case skipped
  }

  /// The number of the cell, from 1.
  public var cell: Int
  /// The command's text.
  public var input: String
  /// How it ended.
  public var status: Status
  /// What it gave, in order.
  public var outputs: [Output]
  /// Why it failed.
  public var error: Diagnostic?
  /// The time it took, in milliseconds.
  public var milliseconds: Double
  /// The settings after it, which say how it is shown.
  public var settings: Settings
  /// Whether the time is to be shown whatever it is.
  public var isTimed: Bool

  package init(
    cell: Int, input: String, status: Status, outputs: [Output], error: Diagnostic?, milliseconds: Double,
    settings: Settings, isTimed: Bool
  ) {
    self.cell = cell
    self.input = input
    self.status = status
    self.outputs = outputs
    self.error = error
    self.milliseconds = milliseconds
    self.settings = settings
    self.isTimed = isTimed
  }
}
