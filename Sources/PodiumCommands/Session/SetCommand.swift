internal import PodiumCore
internal import PodiumPlugin

struct SetCommand: Command {
  static let seed = Parameter<Int?>.optionalInt(
    "seed", in: 0...Int.max, help: "Seed for random numbers.")
  static let threads = Parameter<Int?>.optionalInt(
    "threads", in: 1...1024, help: "Number of threads for folds and other jobs; results do not depend on it.")
  static let executor = Parameter<String?>.registered(
    "executor", "an executor", of: .executors,
    help: "What runs folds, fits and other jobs: threads, separate processes or a cluster; results do not depend on it."
  ) { Array($0.executors.keys) }
  static let clusterFolder = Parameter<String?>.text(
    "cluster-folder", help: "Folder of runs on a cluster, which all its nodes see.", completion: .files)
  static let clusterChunk = Parameter<Double?>.number(
    "cluster-chunk", in: 0.001...1e6, help: "Seconds of work in one task of a cluster.")
  static let clusterHere = Parameter<Double?>.number(
    "cluster-here", in: 0...1e9, help: "Seconds of work below which nothing is submitted to a cluster.")
  static let width = Parameter<Int?>.optionalInt("width", in: 20...10_000, help: "Width of the output in characters.")
  static let rows = Parameter<Int?>.optionalInt(
    "rows", in: 1...1_000_000, help: "Maximum number of rows shown for a table.")
  static let pager = Parameter<String?>.text(
    "pager", help: "Pager for output longer than the window: auto, no or a command.",
    completion: .words(["auto", "no"]))
  static let undo = Parameter<Int?>.optionalInt(
    "undo", in: 1...10_000, help: "Maximum number of changes kept for undo.")
  static let undoMemory = Parameter<Int?>.optionalInt(
    "undo-memory", in: 1...1_048_576,
    help: "Maximum memory in MB for changes kept for undo, not counting tables in use.")
  static let pluginTimeout = Parameter<Int?>.optionalInt(
    "plugin-timeout", in: 1...86_400, help: "Maximum time in seconds for one answer from an external plugin.")
  static let fetchTimeout = Parameter<Int?>.optionalInt(
    "fetch-timeout", in: 1...86_400, help: "Maximum time in seconds for one download.")
  static let fetchLimit = Parameter<Int?>.optionalInt(
    "fetch-limit", in: 1...4096, help: "Maximum size in MB of one download, after decompression.")

  static let hints = Parameter<Bool>.flag(
    "hints", default: true, help: "Whether the prompt suggests what to try next, once per verb.")

  static let progress = Parameter<Bool>.flag(
    "progress", default: true, help: "Whether a terminal shows the progress of long commands.")
  static let format = Parameter<String?>.registered(
    "format", "a format", of: .renderers, others: ["auto"],
    help: "Output format; auto is terminal on a terminal, and plain in files and pipes."
  ) { Array($0.renderers.keys) }
  static let screenreader = Parameter<Bool>.flag(
    "screenreader", default: false,
    help: "Whether to print for a screen reader: no drawings, no redrawing, one cell per line in wide tables.")
  static let prompt = Parameter<String?>.choice(
    "prompt", Settings.Prompt.allCases.map(\.rawValue),
    help: "What the prompt shows: full shows the cell and the table, short shows only podium.")

  let signature = Signature(
    "set", topic: .session, summary: "Show or change the settings.",
    parameters: [
      seed.any, threads.any, executor.any, clusterFolder.any, clusterChunk.any, clusterHere.any, width.any, rows.any,
      pager.any, undo.any, undoMemory.any, pluginTimeout.any,
      fetchTimeout.any, fetchLimit.any, hints.any, progress.any, format.any, screenreader.any, prompt.any,
    ],
    exampleLines: """
      all settings: set -> seed
      another random seed: set seed=7 -> 7
      show more on the screen: set rows=100 width=120 -> 100
      output for another program: set format=csv -> csv
      a misspelt format: set format=cvs -> !bad-value
      a misspelt setting: set sede=7 -> !unknown-key
      out of range: set seed=-1 -> !bad-value
      """, seeAlso: ["undo"])

  /// Changes the given settings and shows all of them.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var settings = session.state.settings
    if let seed = call[SetCommand.seed] { settings.seed = UInt64(clamping: seed) }
    if let threads = call[SetCommand.threads] { settings.threads = threads }
    if let executor = call[SetCommand.executor] {
      settings.executor = executor
    }
    if let folder = call[SetCommand.clusterFolder] { settings.clusterFolder = folder }
    if let seconds = call[SetCommand.clusterChunk] { settings.clusterChunk = seconds }
    if let seconds = call[SetCommand.clusterHere] { settings.clusterHere = seconds }
    if let width = call[SetCommand.width] { settings.width = width }
    if let rows = call[SetCommand.rows] { settings.rows = rows }
    if let pager = call[SetCommand.pager] {
      guard !pager.allSatisfy(\.isWhitespace), !pager.utf8.contains(0) else {
        throw .badValue("pager", pager, allowed: "auto, no or a command", span: call.span(of: SetCommand.pager))
      }
      guard session.services.isTrusted || ["auto", "no"].contains(pager) else {
        throw Diagnostic(
          "trust-refused", "'pager' names a program, which an untrusted file may not choose",
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
    record.add("cluster-folder", .text(settings.clusterFolder), volatile: true)
    record.add("cluster-chunk", .number(settings.clusterChunk), volatile: true)
    record.add("cluster-here", .number(settings.clusterHere), volatile: true)
    record.add("width", .integer(settings.width), volatile: true)
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
