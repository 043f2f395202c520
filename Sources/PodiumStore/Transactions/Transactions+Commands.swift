internal import PodiumCore
internal import PodiumPlugin

/// How a command begins and ends.
extension Transactions {
  /// Starts a command. Inside a file of commands (`hold`) it is part of the file's transaction.
  func begin(_ command: String, cancellation: Cancellation? = nil, author: String? = nil, request: RequestKey? = nil) {
    database.cancellation = cancellation
    wasSought = false
    switch phase {
    case .failed where !outerLevels.isEmpty: return
    case .idle, .failed:
      phase = .idle
      level = Level(command: command, author: author, request: request)
    case .open(var transaction):
      guard !outerLevels.isEmpty else { return }
      transaction.set = nil
      transaction.at = max(transaction.at, database.clock())
      phase = .open(transaction)
      level = Level(command: command, author: author, request: request, startedIdle: false)
    }
    self.command = command
  }

  func commit() throws(Diagnostic) -> [ChangeSetID] {
    // From here on it must not be interrupted: half a commit would be neither state.
    database.cancellation = nil
    let request = outerLevels.isEmpty ? level.request : nil
    // A request that changed nothing is kept too.
    if request != nil, case .idle = phase { try lock() }
    switch phase {
    case .failed(let error): throw error
    case .idle:
      level.seen = nil
      afterwards()
      return []
    case .open(let transaction):
      guard let connection = database.connection else { throw Diagnostic.closedWorkspace }
      guard outerLevels.isEmpty else { return try commitInside(transaction, connection) }
      guard transaction.set != nil || transaction.hasEnded || request != nil else {
        // It took only the lock: the file is unchanged.
        rollBack()
        return []
      }
      do throws(Diagnostic) {
        try checkPlace()
        if let request { try keep(request, transaction.set?.number, connection) }
        try connection.run("COMMIT")
      } catch {
        connection.rollBack()
        settle(error)
        phase = .failed(error)
        throw error
      }
      (phase, level.seen) = (.idle, nil)
      if transaction.hasErased { database.clean(connection) }
      afterwards()
      return transaction.set.map { [$0.id] } ?? []
    }
  }

  func rollBack() {
    database.cancellation = nil
    if !outerLevels.isEmpty {
      rollBackInside()
      return
    }
    let was = phase
    (phase, level.seen) = (.idle, nil)
    if case .open = was, let connection = database.connection {
      connection.rollBack()
      // A failed rollback leaves the connection in an unknown state.
      if connection.isInTransaction || connection.isBroken { database.drop() }
    }
    afterwards()
  }

  /// Throws if the file was moved or removed under the open connection: writes would be lost.
  private func checkPlace() throws(Diagnostic) {
    guard let file = database.file, !database.isInPlace(file) else { return }
    database.connection?.rollBack()
    database.drop()
    throw Diagnostic(
      "workspace-failed", "the workspace '\(file)' was moved or replaced meanwhile, so nothing was changed",
      help: "run the command again")
  }

  /// Ends the open transaction without writing it.
  func close() {
    database.cancellation = nil
    database.connection?.rollBack()
    phase = .idle
    (level, outerLevels) = (Level(), [])
    // Results may still be waiting if the disk failed and the connection was closed.
    afterwards()
  }
}
