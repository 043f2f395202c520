internal import PodiumCore
internal import PodiumPlugin

/// `surf export sessions`: the journal as a file from which it can be imported again.
struct ExportSessionsCommand: Command {
  static let file = Parameter<String>.required(
    "file", allowed: "a file that ends in .csv or .json", help: "File to write.", completion: .files)
  static let person = Parameter<String?>.text(
    "person", help: "Whose sessions; all for everyone; by default yours.", completion: People.completion)
  static let replace = Parameter<Bool>.flag("replace", default: false, help: "Overwrite an existing file.")

  let signature = Signature(
    "surf export sessions", topic: .plugins, summary: "Write the journal to a CSV or JSON file.",
    details: """
      The file holds sessions with their ratings and conditions, in SI units and UTC; surf import sessions reads it \
      back. It holds your own sessions with their notes; person=all adds those of everyone, which are theirs to share. For \
      a table to learn from use: surf sessions to FILE.
      """,
    parameters: [file.any, person.any, replace.any],
    examples: SurfSamples.examples(
      """
      as CSV: two; surf export sessions journal.csv -> 2 sessions
      as JSON: two; surf export sessions journal.json -> journal.json
      of everyone: two; surf log ramp "2026-03-01 09:00" 60 3 person=anna; surf export sessions everyone.csv person=all -> 3 sessions of 2 people
      another file extension: surf export sessions journal.txt -> !unknown-ending
      """), seeAlso: ["surf import", "surf sessions"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let file = call[ExportSessionsCommand.file]
    let span = call.span(of: ExportSessionsCommand.file)
    let isJSON = FilePath(file).ending == "json"
    guard isJSON || FilePath(file).ending == "csv" else {
      throw Diagnostic("unknown-ending", "\(Abridged.quoted(file)) ends neither in .csv nor in .json", span: span)
    }
    let store = try session.store()
    let person = try People.wanted(call, ExportSessionsCommand.person, in: store)
    let (sessions, table, json) = try session.cancellation.detached { () throws(Diagnostic) in
      let sessions = try JournalSession.all(person: person, in: store)
      let table = try JournalTable.table(
        sessions, spots: Spot.all(in: store), categories: Category.all(in: store),
        snapshots: SessionSnapshot.all(in: store))
      return (sessions, table, isJSON ? Array((JournalTable.json(table).text + "\n").utf8) : nil)
    }
    let replaces = call[ExportSessionsCommand.replace]
    if let json {
      try session.write(json, to: file, replacing: replaces, isPrivate: true, span: span)
    } else {
      try session.write(table, named: nil, to: file, replacing: replaces, isPrivate: true, span: span)
    }
    let people = Set(sessions.map(\.person)).count
    return [
      .note(
        "wrote \(sessions.count.counted("session")) of \(people.counted("person", plural: "people")) to '\(file)'")
    ] + (try People.others(than: person, at: nil, in: store))
  }
}
