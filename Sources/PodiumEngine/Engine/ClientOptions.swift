public import PodiumCore
public import PodiumPlugin

/// Who uses a session, what it may do, and where its questions and events go; an engine has one as its default.
public struct ClientOptions: Sendable {
  // MARK: Who and where

  /// Who the records and changes are stamped with.
  public var author = "you"
  /// The folder that relative paths start from.
  public var folder: String
  /// Seconds since some start; only for showing how long things took.
  public var clock: @Sendable () -> Double = { 0 }
  /// The time of day; nil where time does not pass, so that a replay gives the same.
  public var now: (@Sendable () -> Moment)?
  /// The zone of times without an offset; nil for UTC.
  public var localClock: LocalClock?

  // MARK: What it may do

  /// Sees each command before it runs, in whatever way it runs, and may refuse it.
  public var gate: CommandGate?
  /// Whether the session may start external programs, use the network and touch files outside its folder.
  public var isTrusted = true
  /// Whether a person types the texts and nothing keeps them: verbs may be shortened, and hints are given.
  public var isInteractive = false
  /// Whether a person looks on, so that a command may be watched.
  public var isLive = false
  /// Whether every text has what a stranger's file has: its folder, the bundled datasets and the workspace.
  public var isConfined = false
  /// Whether to use installed plugins.
  public var usesPluginDirectory = true
  /// Whether to use the standard workspace if no other is named, and to know the time of day.
  public var keepsWork = true
  /// The file of the workspace as typed; nil for the standard one, `:memory:` for none on disk.
  public var workspace: String?

  // MARK: How it answers; nil means the default

  /// The random seed.
  public var seed: UInt64?
  /// The number of threads for folds.
  public var threads: Int?
  /// The key of the executor.
  public var executor: String?
  /// The key of the renderer.
  public var format: String?
  /// The width of the output in columns.
  public var width: Int?
  /// Whether the output is to be read aloud.
  public var screenreader: Bool?

  // MARK: Where its events and questions go

  /// Called with the events of everything that the session runs, before the handler of what runs: one at a time, progress
  /// and the bytes of programs from any thread.
  public var events: (@Sendable (ExecutionEvent) -> Void)?
  /// Asks the person a yes-or-no question; nil where no person can answer.
  public var confirm: (@Sendable (_ question: String, _ cancellation: Cancellation) throws(Diagnostic) -> Bool)?
  /// Lets the person change a text, and returns it, or nil if it comes back as a text to run; nil where no person can.
  public var editor: (@Sendable (_ text: String) throws(Diagnostic) -> String?)?
  /// Runs a command of the system's shell on the client's own terminal and returns its status; nil if its output is to come
  /// as events.
  public var shell:
    (@Sendable (_ command: String, _ input: [UInt8]?, _ cancellation: Cancellation) throws(Diagnostic) -> Int32)?
  /// Reads the commands of the person's earlier sessions, oldest first; nil if none are kept.
  public var earlierHistory: (@Sendable () -> [String])?

  /// The default options, over a folder.
  public init(folder: String) { self.folder = folder }

  /// Sets a session up; throws `bad-value` for keys that are not registered.
  func apply(to session: inout Session) throws(Diagnostic) {
    session.isInteractive = isInteractive
    if let seed { session.state.settings.seed = seed }
    if let threads { session.state.settings.threads = threads }
    if let executor {
      try require("executor", executor, among: session.registry.executors.keys.inCodePointOrder())
      session.state.settings.executor = executor
    }
    if let width { session.state.settings.width = width }
    if let screenreader { session.state.settings.screenreader = screenreader }
    if let format {
      try require("format", format, among: session.registry.renderers.keys.inCodePointOrder())
      session.state.settings.format = format
    }
  }

  private func require(_ name: String, _ value: String, among known: [String]) throws(Diagnostic) {
    if known.contains(value) { return }
    throw Diagnostic.unknownWord(name, value, among: known, span: nil)
  }
}
