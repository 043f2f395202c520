import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import PodiumTestKit

/// A command that runs a closure.
struct Verb: Command {
  let signature: Signature
  let work: @Sendable (Call, inout Session) throws(Diagnostic) -> [Output]

  init(
    _ name: String, _ parameters: [AnyParameter] = [], _ traits: Signature.Traits = [],
    _ work: @escaping @Sendable (Call, inout Session) throws(Diagnostic) -> [Output]
  ) {
    signature = Signature(
      name, topic: .data, summary: "Tests.", parameters: parameters, examples: [], traits: traits)
    self.work = work
  }

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    try work(call, &session)
  }
}

/// `undo` or `redo`.
struct StepVerb: InterpreterCommand {
  let signature: Signature
  private let isForward: Bool

  init(_ name: String, isForward: Bool) {
    signature = Signature(name, topic: .data, summary: "Tests.", parameters: [], examples: [], traits: [.control])
    self.isForward = isForward
  }

  func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    guard let command = isForward ? try interpreter.redo() : try interpreter.undo() else {
      throw Diagnostic("nothing-to-\(call.verb)", "nothing")
    }
    return [.text(command)]
  }
}

/// Writes names and values without quotes.
struct LinesExporter: Exporter {
  let key = "lines"
  let extensions = ["lines"]
  func write(_ table: Table) throws(Diagnostic) -> [UInt8] {
    Array((table.names.joined(separator: " ") + "\n").utf8)
  }
}

struct FakePlugin: Plugin {
  var name = "ski"
  var version = "1"
  var summary = "Tests."
  var bring: @Sendable (inout Registry) throws(Diagnostic) -> Void = { (_) in }
  init() {}
  init(_ name: String, _ bring: @escaping @Sendable (inout Registry) throws(Diagnostic) -> Void) {
    self.name = name
    self.bring = bring
  }
  func register(into registry: inout Registry) throws(Diagnostic) { try bring(&registry) }
}

/// A session over a table of six rows with a handful of verbs, in memory.
struct Fixture {
  let files = MemoryFiles(["/data/taken.txt": "kept"])
  var session: Interpreter

  static let number = Parameter<Int?>.optionalInt("n", in: 1...9, positional: true, help: "Tests.")
  static let word = Parameter<String>.required("word", allowed: "a word", help: "Tests.")
  static let words = Parameter<[String]>.words("words", help: "Tests.")
  static let settings = Parameter<Int?>.optionalInt("undo", in: 1...100, help: "Tests.")

  static func table() throws(Diagnostic) -> Table {
    try Table([
      Column("x", .number([1, 2, .nan, 4, 5, 6])),
      Column("g", .ordered(Categorical(levels: ["low", "high"], codes: [1, 0, 1, 0, -1, 1]))),
      Column("d", .date((0..<6).map { CalendarDate(days: $0) })),
    ])
  }

  static let verbs: [Verb] = [
    Verb("rows", [], [.rows, .groups]) { (call, session) throws(Diagnostic) in
      let table = try session.current().table
      let rows = call.rows ?? Array(0..<table.rowCount)
      let first = rows.first.map { Value.integer($0 + 1) } ?? .missing
      return [
        .table(
          TableOutput(try Table([Column("n", .integer([rows.count])), Column("first", values: [first])])))
      ]
    },
    Verb("note", [word.any]) { (call, session) throws(Diagnostic) in
      session.state.current?.source = call[word]
      return [.note("noted")]
    },
    Verb("fail") { (_, session) throws(Diagnostic) in
      session.state.current?.source = "broken"
      session.state.settings.seed = 99
      throw Diagnostic("broken", "this broke")
    },
    Verb("say", [words.any]) { (call, _) throws(Diagnostic) in [.text(call[words].joined(separator: " "))] },
    Verb("give", [number.any]) { (call, _) throws(Diagnostic) in
      var record = RecordOutput("given")
      record.add("n", .integer(call[number] ?? 0))
      return [.record(record), .warning("careful")]
    },
    Verb("set", [settings.any]) { (call, session) throws(Diagnostic) in
      if let undo = call[settings] { session.state.settings.undo = undo }
      return []
    },
    Verb("keep", [word.any]) { (call, session) throws(Diagnostic) in
      try session.store().removeDataset(call[word])
      return [.text("kept")]
    },
    Verb("lose", [word.any]) { (call, session) throws(Diagnostic) in
      try session.store().removeDataset(call[word])
      throw Diagnostic("lost", "it is lost")
    },
    Verb("wipe", [], [.spelledOut]) { (_, _) throws(Diagnostic) in [.text("wiped")] },
    Verb("filter", [], [.expression, .rows]) { (call, _) throws(Diagnostic) in
      [.text(call.syntax.expression == nil ? "no expression" : "an expression")]
    },
    Verb("picky", [], [.groups]) { (call, session) throws(Diagnostic) in
      if call.rows?.count == 1 { throw Diagnostic("too-few", "too few rows") }
      return [.table(TableOutput(try Table([Column("n", .integer([call.rows?.count ?? 0]))])))]
    },
  ]

  init() throws(Diagnostic) {
    var registry = Registry()
    for verb in Fixture.verbs { try registry.add(verb) }
    try registry.add(StepVerb("undo", isForward: false))
    try registry.add(StepVerb("redo", isForward: true))
    try registry.add(LinesExporter())
    for renderer in Renderers.all { try registry.add(renderer) }
    try registry.add(
      FakePlugin("ski") { (registry) throws(Diagnostic) in
        try registry.add(
          Verb("ski order", [Fixture.words.any]) { (call, _) throws(Diagnostic) in
            [.text("order " + call[Fixture.words].joined(separator: " "))]
          })
      })
    let services = Services(
      files: files, folder: "/data",
      importContext: { (_, _) throws(Diagnostic) in throw Diagnostic("unknown-file", "nothing is here") },
      clock: { 0 })
    session = Interpreter(registry: registry, services: services)
    session.state.current = Dataset(name: "t", source: "start", table: try Fixture.table())
  }

  /// Runs a text; returns its last report.
  mutating func run(_ text: String, keepGoing: Bool = false) -> CommandReport? {
    var last: CommandReport?
    _ = session.run(text, keepGoing: keepGoing) { last = $0 }
    return last
  }

  /// What a text prints, in plain letters.
  mutating func prints(_ text: String) -> String {
    var out = ""
    _ = session.run(text) {
      out += TextRenderer(style: .plain).render($0) + ($0.error.map { "error: \($0.message)\n" } ?? "")
    }
    return out
  }
}
