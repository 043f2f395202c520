internal import PodiumCore
internal import PodiumPlugin
internal import PodiumWire

/// An external exporter: it gets a table and returns a file.
struct OutsideExporter: Exporter {
  let entry: ExporterEntry
  let program: OutsideProgram

  var key: String { entry.key }
  var extensions: [String] { entry.extensions }

  func write(_ table: Table) throws(Diagnostic) -> [UInt8] {
    var body: [UInt8] = []
    body.appendMember("exporter", text: key)
    body.appendMember("table") { TableWriting.write(table, isPacked: entry.isPacked, to: &$0) }
    let reply = try program.request("export", body).value
    return try WireFields(value: reply, program: program.launch.name, what: "").content()
  }
}

/// An external figure: it gets the current table and returns a picture.
struct OutsideFigure: FigureMaker {
  let entry: FigureEntry
  let program: OutsideProgram

  var key: String { entry.key }
  var summary: String { entry.summary }
  var parameters: [AnyParameter] { entry.parameters.map(\.any) }

  func figure(of table: Table, options: ImportOptions) throws(Diagnostic) -> FigureOutput {
    var body: [UInt8] = []
    body.appendMember("figure", text: key)
    body.appendMember("options", value: .object(entry.parameters.map { ($0.name, $0.json(options)) }))
    body.appendMember("table") { TableWriting.write(table, to: &$0) }
    let reply = try program.request("figure", body).value
    return try OutsideOutputs.figure(WireFields(value: reply, program: program.launch.name, what: "figure '\(key)'"))
  }
}
