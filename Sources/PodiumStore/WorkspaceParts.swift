internal import PodiumCore
internal import PodiumPlugin

/// The parts of a workspace: the file and its connection, the transaction, and the services that use them.
///
/// A class used under the workspace's lock only; its parts share the one connection.
final class WorkspaceParts {
  let database: WorkspaceDatabase
  let transactions: Transactions
  let log: ChangeLog
  let records: Records
  let reverter: ChangeReverter
  let archive: Archive
  let results: KeptResults
  let administration: Administration

  init(_ database: WorkspaceDatabase) {
    let transactions = Transactions(database)
    let log = ChangeLog(database: database, transactions: transactions)
    let records = Records(database: database, transactions: transactions, log: log)
    let archive = Archive(database: database, transactions: transactions, records: records)
    let results = KeptResults(database, transactions)
    transactions.afterwards = { [unowned results] in results.flush() }
    self.database = database
    self.transactions = transactions
    self.log = log
    self.records = records
    self.archive = archive
    self.results = results
    reverter = ChangeReverter(database: database, transactions: transactions, log: log, records: records)
    administration = Administration(
      database: database, transactions: transactions, log: log, archive: archive, results: results)
  }

  deinit { close() }

  /// Ends the transaction without writing it, stores the waiting results, and closes the file.
  func close() {
    transactions.close()
    database.close()
  }
}
