internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// Earlier states, newest last, and the states that `undo` has left.
///
/// States share what they have in common, so a step costs what the command changed.
struct UndoStack: Sendable {
  struct Step: Sendable {
    let command: String
    /// The number of its cell.
    let cell: Int
    let state: SessionState
    /// What must be taken back in the workspace to get to `state`.
    let changeSets: [ChangeSetID]
  }

  private(set) var past: [Step] = []
  private(set) var future: [Step] = []
  /// The last command that cannot be taken back, nor what was before it.
  private(set) var barrier: String?

  /// Drops every step: a command ran that nothing may bring back.
  mutating func clear(_ command: String) {
    (past, future, barrier) = ([], [], command)
  }

  /// Remembers the state before a command; says which commands fell out of the far end, oldest first.
  ///
  /// More than one falls out when the limit was lowered, or where `bytes` of the states are more than may be kept
  /// beside the present one, `now`. The last step stays whatever it takes.
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

  /// Takes in the steps of a session apart, as steps of this one; says which commands fell out of the far end.
  mutating func append(_ steps: [Step], limit: Int) -> [String] {
    guard !steps.isEmpty else { return [] }
    past += steps
    future = []
    let lost = past.prefix(max(0, past.count - max(1, limit))).map(\.command)
    past.removeFirst(lost.count)
    return lost
  }

  /// How many of the last steps fit into so many bytes; what they share with the present state costs nothing.
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

  /// The state before the last change; `reverted` is what going forward again must take back.
  mutating func undo(from now: SessionState, reverted: [ChangeSetID] = []) -> Step? {
    guard let step = past.popLast() else { return nil }
    future.append(Step(command: step.command, cell: step.cell, state: now, changeSets: reverted))
    return step
  }

  /// The state after the change that was taken back last; `reverted` is what going back again must take back.
  mutating func redo(from now: SessionState, reverted: [ChangeSetID] = []) -> Step? {
    guard let step = future.popLast() else { return nil }
    past.append(Step(command: step.command, cell: step.cell, state: now, changeSets: reverted))
    return step
  }
}

extension Footprint {
  /// Counts what of a state's tables and models was not counted before.
  fileprivate mutating func add(_ state: SessionState) {
    for dataset in state.tables.values { add(dataset.table) }
    for model in state.models.values { add(model) }
  }
}
