internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// Earlier states, newest last, and the states that `undo` left.
///
/// States share unchanged parts, so a step costs only what the command changed.
struct UndoStack: Sendable {
  struct Step: Sendable {
    let command: String
    let cell: Int
    let state: SessionState
    /// The workspace changes to revert to get to `state`.
    let changeSets: [ChangeSetID]
  }

  private(set) var past: [Step] = []
  private(set) var future: [Step] = []
  /// The last command that cannot be undone; nothing before it can be undone either.
  private(set) var barrier: String?

  /// Whether no command changed anything.
  var isUnused: Bool { past.isEmpty && barrier == nil }

  /// Drops every step, because a command ran that cannot be undone.
  mutating func clear(_ command: String) {
    (past, future, barrier) = ([], [], command)
  }

  /// Stores the state before a command; returns the commands dropped from the far end, oldest first.
  ///
  /// More than one is dropped if the limit was lowered, or if the states take more than `bytes` beside the present one,
  /// `now`. The last step is always kept.
  mutating func remember(
    _ command: String, cell: Int, _ state: SessionState, changeSets: [ChangeSetID] = [], limit: Int,
    bytes: Int = .max, now: SessionState? = nil
  ) -> [String] {
    past.append(Step(command: command, cell: cell, state: state, changeSets: changeSets))
    future = []
    let kept = UndoStack.fitting(past, beside: now, bytes: bytes)
    let surplus = max(0, past.count - max(1, min(limit, kept)))
    let lost = past.prefix(surplus).map(\.command)
    past.removeFirst(surplus)
    return lost
  }

  /// Adds the steps of a separate session; returns the commands dropped from the far end.
  mutating func append(_ steps: [Step], limit: Int) -> [String] {
    guard !steps.isEmpty else { return [] }
    past += steps
    future = []
    let lost = past.prefix(max(0, past.count - max(1, limit))).map(\.command)
    past.removeFirst(lost.count)
    return lost
  }

  /// How many of the last steps fit into `bytes`; what they share with the present state costs nothing.
  private static func fitting(_ steps: [Step], beside now: SessionState?, bytes: Int) -> Int {
    guard bytes < .max else { return steps.count }
    var footprint = Footprint()
    if let now { footprint.add(now) }
    let present = footprint.bytes
    for (place, step) in steps.reversed().enumerated() {
      footprint.add(step.state)
      if footprint.bytes - present > bytes { return place }
    }
    return steps.count
  }

  /// The state before the last change; `reverted` is what a redo must revert.
  mutating func undo(from now: SessionState, reverted: [ChangeSetID] = []) -> Step? {
    guard let step = past.popLast() else { return nil }
    future.append(Step(command: step.command, cell: step.cell, state: now, changeSets: reverted))
    return step
  }

  /// The state after the last undone change; `reverted` is what another undo must revert.
  mutating func redo(from now: SessionState, reverted: [ChangeSetID] = []) -> Step? {
    guard let step = future.popLast() else { return nil }
    past.append(Step(command: step.command, cell: step.cell, state: now, changeSets: reverted))
    return step
  }
}

extension Footprint {
  /// Counts the tables and models of a state that were not counted before.
  fileprivate mutating func add(_ state: SessionState) {
    for dataset in state.tables.values { add(dataset.table) }
    for model in state.models.values { add(model) }
  }
}
