internal import PodiumCore
internal import PodiumPlugin

/// A command that runs a file of commands: all of them are one transaction.
extension Transactions {
  /// The running command runs others: until `release` they are one transaction with it, which it commits or rolls back.
  func hold() throws(Diagnostic) {
    if case .open(var transaction) = phase, let connection = database.connection {
      try markStart(connection)
      level.set = transaction.set
      transaction.set = nil
      phase = .open(transaction)
    }
    outerLevels.append(level)
    level = Level()
  }

  /// The commands inside the running one have ended.
  func release() {
    guard let outer = outerLevels.popLast() else { return }
    level = outer
    command = outer.command
    if case .open(var transaction) = phase {
      transaction.set = outer.set
      phase = .open(transaction)
    }
  }

  /// Marks where the running command began, so that it can be rolled back by itself; once, before its first write.
  func markStart(_ connection: Connection) throws(Diagnostic) {
    guard !outerLevels.isEmpty, !level.startedIdle, !level.hasSavepoint else { return }
    try connection.run("SAVEPOINT \(savepoint)")
    level.hasSavepoint = true
  }

  private var savepoint: String { "podium_command_\(outerLevels.count)" }

  /// A command inside a file succeeded: its writes wait for the end of the file.
  func commitInside(
    _ transaction: Transaction, _ connection: Connection
  ) throws(Diagnostic) -> [ChangeSetID] {
    if level.hasSavepoint { try connection.run("RELEASE \(savepoint)") }
    level.hasSavepoint = false
    guard transaction.set != nil || transaction.hasEnded || !level.startedIdle else {
      rollBackInside()
      return []
    }
    var rest = transaction
    rest.set = nil
    rest.hasEnded = transaction.hasEnded || transaction.set != nil
    phase = .open(rest)
    return transaction.set.map { [$0.id] } ?? []
  }

  /// A command inside a file failed: its writes are rolled back, those of earlier commands stay for now.
  func rollBackInside() {
    guard case .open(var transaction) = phase, let connection = database.connection else { return }
    transaction.set = nil
    phase = .open(transaction)
    if level.startedIdle {
      phase = .idle
      connection.rollBack()
      if connection.isInTransaction || connection.isBroken { database.drop() }
      afterwards()
    } else if level.hasSavepoint {
      level.hasSavepoint = false
      do throws(Diagnostic) {
        try connection.run("ROLLBACK TO \(savepoint)")
        try connection.run("RELEASE \(savepoint)")
      } catch {
        connection.rollBack()
        settle(error)
        phase = .failed(error)
      }
    }
  }
}
