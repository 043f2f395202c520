package import PodiumCore
package import PodiumPlugin
internal import PodiumShaping

/// A table and the bytes of the file it was written to.
package struct WrittenTable {
  private let table: Table
  private let bytes: [UInt8]
  private let file: String

  /// The most columns that notes name.
  private static let mostNamed = 5

  /// Takes a table, the bytes of its file and the file's name.
  package init(_ table: Table, _ bytes: [UInt8], _ file: String) {
    (self.table, self.bytes, self.file) = (table, bytes, file)
  }

  /// What `load` would not give back, which is what differs when the file is read again; with `cellsAlone` its cells, since you did
  /// not choose the types and roles of what a command prints.
  ///
  /// Throws `interrupted`. A format that nothing reads, such as a calendar, has no notes.
  package func notes(in session: Session, cellsAlone: Bool = false) throws(Diagnostic) -> [Output] {
    let named = session.registry.importers(ending: FilePath(file).ending)
    guard let importer = named.first(where: { !$0.isGeneral && $0.isReader }),
      let make = session.services.fetchedContext
    else { return [] }
    let (table, cancellation) = (table, session.cancellation)
    let context = try make(FilePath(file).name, bytes, cancellation).using(threads: session.state.settings.threads)
      .using(zones: session.services.zone)
    let exporter = session.exporter(for: file, of: table)
    let found: TableDifferences
    do throws(Diagnostic) {
      found = try cancellation.detached { () throws(Diagnostic) in
        if let known = try exporter?.readAgain(table, cancellation: cancellation) {
          return try TableDifferences(table, known, cellsAlone: cellsAlone, cancellation: cancellation)
        }
        return try TableDifferences(
          table, try importer.load(context, options: .none).table, cellsAlone: cellsAlone, cancellation: cancellation)
      }
    } catch {
      if error.code == Diagnostic.interrupted.code { throw error }
      return [.note("'load' cannot read \(file) again: \(error.message)")]
    }
    return sentences(found).map(Output.note)
  }

  private func sentences(_ found: TableDifferences) -> [String] {
    var notes = found.shape.map { "loaded again, the table \($0)" }
    for column in found.columns.prefix(WrittenTable.mostNamed) {
      notes.append("loaded again, \(Abridged.quoted(column.column)) " + column.changes.joined(separator: "; it "))
    }
    let more = found.columns.dropFirst(WrittenTable.mostNamed)
    if !more.isEmpty {
      notes.append(
        "loaded again, \(more.count.counted("more column")) \(more.count == 1 ? "differs" : "differ"): "
          + more.prefix(20).map { Abridged.quoted($0.column) }.joined(separator: ", ") + (more.count > 20 ? ", …" : ""))
    }
    return notes
  }
}
