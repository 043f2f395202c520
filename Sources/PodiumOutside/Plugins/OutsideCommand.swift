internal import PodiumCore
internal import PodiumPlugin
internal import PodiumWire

/// An external command: its signature is declared, and running it is a request.
struct OutsideCommand: Command {
  let entry: CommandEntry
  let program: OutsideProgram
  let signature: Signature

  init(entry: CommandEntry, program: OutsideProgram) {
    self.entry = entry
    self.program = program
    signature = Signature(
      entry.name, topic: .plugins, summary: entry.summary, details: entry.details,
      parameters: entry.parameters.map(\.any), examples: entry.examples, traits: entry.takesRows ? [.rows] : [])
  }

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var body: [UInt8] = []
    body.appendMember("command", text: entry.name)
    body.appendMember("arguments", value: .object(entry.parameters.map { ($0.name, $0.json(call)) }))
    if let dataset = entry.table == .needed ? try session.current() : session.state.current, entry.table != .none {
      let table = call.rows.map { dataset.table.selecting(rows: $0) } ?? dataset.table
      body.appendMember("table") { TableWriting.write(table, to: &$0) }
    }
    let cancellation = session.cancellation
    let reply = try Cancellation.outside { () throws(Diagnostic) in
      try program.request("command", body, cancellation: cancellation)
    }
    let fields = WireFields(value: reply.value, program: program.launch.name, what: "")
    var outputs = try OutsideOutputs.outputs(fields)
    if let value = fields["table"] {
      outputs.append(try replace(with: TableReading.table(value, from: program.launch.name), in: &session))
    }
    return outputs + reply.notes.map { .note($0) }
  }

  /// Makes a table the current one: it replaces the current table, or gets the plugin's name if there is none.
  private func replace(with table: Table, in session: inout Session) throws(Diagnostic) -> Output {
    guard table.columns.count(where: { $0.role == .target }) <= 1 else {
      throw .badReply(program.launch.name, "a table can have at most one target")
    }
    let name = program.launch.name
    var dataset = session.state.current ?? Dataset(name: name, source: entry.name, table: table)
    dataset.table = table
    // The note about labelling may be about columns that no longer exist.
    dataset.labelled = nil
    session.state.current = dataset
    return .note(
      "'\(dataset.name)' now has \(table.rowCount.counted("row")) and \(table.columns.count.counted("column"))")
  }
}
