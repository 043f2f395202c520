internal import PodiumCore
internal import PodiumPlugin
internal import PodiumWire

/// A plugin's answer to `hello`: its name and everything it registers.
struct Handshake: Sendable, Equatable {
  let name: String
  let version: String
  let summary: String
  let importers: [ImporterEntry]
  let exporters: [ExporterEntry]
  let evaluators: [NamedEntry]
  let figures: [FigureEntry]
  let learners: [LearnerEntry]
  let commands: [CommandEntry]
  let datasets: [NamedDataset]
  /// The answer in canonical form, without its id; it is saved with an installed plugin.
  let text: String

  /// The members of the request.
  static func question(_ podium: String) -> [UInt8] {
    var out: [UInt8] = []
    out.appendMember("protocol", value: .integer(OutsideProtocol.version))
    out.appendMember("podium", text: podium)
    return out
  }

  /// Reads an answer; a learner may omit its name.
  ///
  /// Throws `wrong-protocol`, and `bad-reply` with what is wrong in it.
  init(_ value: JSONValue, name known: String? = nil) throws(Diagnostic) {
    let program = known ?? value["name"]?.string ?? "the program"
    let fields = WireFields(value: value, program: program, what: "")
    let spoken = try fields.integer("protocol") ?? 0
    guard spoken == OutsideProtocol.version else {
      throw Diagnostic(
        "wrong-protocol", "'\(program)' uses version \(spoken) of the protocol, not \(OutsideProtocol.version)",
        help: spoken > OutsideProtocol.version ? "update podium" : "use a newer version of the program")
    }
    name = try fields.text("name") ?? program
    version = try fields.text("version") ?? "0"
    summary = try fields.text("summary") ?? ""
    guard let registers = fields["registers"], registers.members != nil else {
      throw fields.bad("'registers' is missing")
    }
    let brought = WireFields(value: registers, program: program, what: "registers")
    importers = try brought.entries("importers", "importer") { (entry) throws(Diagnostic) in try ImporterEntry(entry) }
    exporters = try brought.entries("exporters", "exporter") { (entry) throws(Diagnostic) in try ExporterEntry(entry) }
    evaluators = try brought.entries("evaluators", "evaluator") { (entry) throws(Diagnostic) in try NamedEntry(entry) }
    figures = try brought.entries("figures", "figure") { (entry) throws(Diagnostic) in try FigureEntry(entry) }
    learners = try brought.entries("learners", "learner") { (entry) throws(Diagnostic) in try LearnerEntry(entry) }
    commands = try brought.entries("commands", "command") { (entry) throws(Diagnostic) in try CommandEntry(entry) }
    datasets = try brought.entries("datasets", "dataset") { (entry) throws(Diagnostic) in try NamedDataset(entry) }
    let isEmpty =
      importers.isEmpty && exporters.isEmpty && evaluators.isEmpty && figures.isEmpty && learners.isEmpty
      && commands.isEmpty && datasets.isEmpty
    guard !isEmpty else { throw fields.bad("it registers nothing that podium supports") }
    let kept = ["name", "version", "protocol", "summary", "registers"]
    text = JSONValue.object((value.members ?? []).filter { kept.contains($0.0) }).inOrder.text
  }

  static func == (a: Handshake, b: Handshake) -> Bool { a.text == b.text }
}

extension JSONValue {
  /// The same value with the members of its objects sorted, since many languages do not preserve their order.
  var inOrder: JSONValue {
    switch self {
    case .array(let items): .array(items.map(\.inOrder))
    case .object(let members):
      .object(members.map { ($0.0, $0.1.inOrder) }.inCodePointOrder(by: \.0))
    default: self
    }
  }
}

extension WireFields {
  /// The entries of a list, each read by a closure.
  func entries<Entry>(
    _ key: String, _ kind: String, _ read: (WireFields) throws(Diagnostic) -> Entry
  ) throws(Diagnostic) -> [Entry] {
    var out: [Entry] = []
    for entry in try list(key, kind) { out.append(try read(entry)) }
    return out
  }
}
