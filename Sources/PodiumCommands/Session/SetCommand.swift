internal import PodiumCore
internal import PodiumPlugin

/// `set`: shows or changes settings.
struct SetCommand: Command {
  static let seed = Parameter<Int?>.optionalInt(
    "seed", in: 0...Int.max, help: "The start of all random numbers.")
  static let threads = Parameter<Int?>.optionalInt(
    "threads", in: 1...1024, help: "The threads that folds are spread over; results do not depend on it.")
  static let executor = Parameter<String?>.registered(
    "executor", "an executor", of: .executors,
    help: "What does folds, fits and other jobs: threads, or processes of podium itself; results do not depend on it."
  ) { Array($0.executors.keys) }
  static let width = Parameter<Int?>.optionalInt("width", in: 20...10_000, help: "The columns of the screen.")
  static let rows = Parameter<Int?>.optionalInt(
    "rows", in: 1...1_000_000, help: "The most rows of a table that a screen shows.")
  static let pager = Parameter<String?>.text(
    "pager", help: "What shows at the prompt what is longer than the window: auto, no or a command.",
    completion: .words(["auto", "no"]))
  static let undo = Parameter<Int?>.optionalInt("undo", in: 1...10_000, help: "How many changes undo can take back.")
  static let undoMemory = Parameter<Int?>.optionalInt(
    "undo-memory", in: 1...1_048_576, help: "The most MB that what undo takes back may hold beside the tables in use.")
  static let pluginTimeout = Parameter<Int?>.optionalInt(
    "plugin-timeout", in: 1...86_400, help: "The most seconds a program from outside may take for one answer.")
  static let fetchTimeout = Parameter<Int?>.optionalInt(
    "fetch-timeout", in: 1...86_400, help: "The most seconds a fetch from the network may take.")
  static let fetchLimit = Parameter<Int?>.optionalInt(
    "fetch-limit", in: 1...4096, help: "The most MB that may come from one address, unpacked.")

  static let hints = Parameter<Bool>.flag(
    "hints", default: true, help: "Whether the prompt says what to try next, once a verb, and how to begin.")

  static let progress = Parameter<Bool>.flag(
    "progress", default: true, help: "Whether a terminal shows how far long work is.")
  static let format = Parameter<String?>.registered(
    "format", "a format", of: .renderers, others: ["auto"],
    help: "How outputs are written; auto is terminal or plain by where they go."
  ) { Array($0.renderers.keys) }
  static let screenreader = Parameter<Bool>.flag(
    "screenreader", default: false,
    help: "Whether all is text to be read aloud: nothing drawn, nothing redrawn, wide tables a line a cell.")
  static let prompt = Parameter<String?>.choice(
    "prompt", Settings.Prompt.allCases.map(\.rawValue),
    help: "What stands before the cursor: the cell and the table, or podium alone.")

  let signature = Signature(
    "set", topic: .session, summary: "Show or change the settings.",
    parameters: [
      seed.any, threads.any, executor.any, width.any, rows.any, pager.any, undo.any, undoMemory.any, pluginTimeout.any,
      fetchTimeout.any, fetchLimit.any, hints.any, progress.any, format.any, screenreader.any, prompt.any,
    ],
    examples: [
      Example("set", "all settings", prints: "seed"),
      Example("set seed=7", "another seed", prints: "7"),
      Example("set rows=100 width=120", "more on a screen", prints: "100"),
      Example("set format=csv", "tables for another program", prints: "csv"),
      Example("set format=cvs", "a misspelt format", fails: "bad-value"),
      Example("set sede=7", "a misspelt setting", fails: "unknown-key"),
      Example("set seed=-1", "out of range", fails: "bad-value"),
    ], seeAlso: ["undo"])

  /// Changes what is given and shows all.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var settings = session.state.settings
    if let seed = call[SetCommand.seed] { settings.seed = UInt64(clamping: seed) }
    if let threads = call[SetCommand.threads] { settings.threads = threads }
    if let executor = call[SetCommand.executor] {
      settings.executor = executor
    }
    if let width = call[SetCommand.width] { settings.width = width }
    if let rows = call[SetCommand.rows] { settings.rows = rows }
    if let pager = call[SetCommand.pager] {
      guard !pager.allSatisfy(\.isWhitespace), !pager.utf8.contains(0) else {
        throw .badValue("pager", pager, allowed: "auto, no or a command", span: call.span(of: SetCommand.pager))
      }
      guard session.services.isTrusted || ["auto", "no"].contains(pager) else {
        throw Diagnostic(
          "trust-refused", "'pager' names a program, which a file that is not trusted may not choose",
          span: call.span(of: SetCommand.pager), help: "type it at the prompt, or run the file with --trust")
      }
      settings.pager = pager
    }
    if let undo = call[SetCommand.undo] { settings.undo = undo }
    if let megabytes = call[SetCommand.undoMemory] { settings.undoMemory = megabytes }
    if let seconds = call[SetCommand.pluginTimeout] { settings.pluginTimeout = seconds }
    if let seconds = call[SetCommand.fetchTimeout] { settings.fetchTimeout = seconds }
    if let megabytes = call[SetCommand.fetchLimit] { settings.fetchLimit = megabytes }
    if call.has(SetCommand.hints) { settings.hints = call[SetCommand.hints] }
    if call.has(SetCommand.progress) { settings.progress = call[SetCommand.progress] }
    if let format = call[SetCommand.format] {
      settings.format = format == "auto" ? nil : format
    }
    if call.has(SetCommand.screenreader) { settings.screenreader = call[SetCommand.screenreader] }
    if let prompt = call[SetCommand.prompt].flatMap(Settings.Prompt.init) { settings.prompt = prompt }
    session.state.settings = settings
    var record = RecordOutput("settings")
    record.add("seed", .integer(Int(clamping: settings.seed)))
    record.add("threads", .integer(settings.threads), volatile: true)
    record.add("executor", .text(settings.executor), volatile: true)
    record.add("width", .integer(settings.width))
    record.add("rows", .integer(settings.rows))
    record.add("pager", .text(settings.pager))
    record.add("undo", .integer(settings.undo))
    record.add("undo-memory", .integer(settings.undoMemory))
    record.add("plugin-timeout", .integer(settings.pluginTimeout))
    record.add("fetch-timeout", .integer(settings.fetchTimeout))
    record.add("fetch-limit", .integer(settings.fetchLimit))
    record.add("hints", .text(settings.hints ? "yes" : "no"))
    record.add("progress", .text(settings.progress ? "yes" : "no"))
    record.add("format", .text(settings.format ?? "auto"))
    record.add("screenreader", .text(settings.screenreader ? "yes" : "no"))
    record.add("prompt", .text(settings.prompt.rawValue))
    return [.record(record)]
  }
}
