public import PodiumCore
public import PodiumPlugin

/// The commands of a session as cells, for `rerun`, `edit` and saved notebooks.
public struct CellLog: Sendable {
  /// A command with its reports.
  public struct Entry: Sendable {
    /// What never changes about a cell, in one object, since the log is copied with the interpreter.
    private final class Content: Sendable {
      let reports: [CommandReport]
      let typed: String
      let statement: Statement?
      let signature: Signature?
      let isInner: Bool
      let trace: CellTrace

      init(
        _ reports: [CommandReport], _ typed: String, _ statement: Statement?, _ signature: Signature?, _ isInner: Bool,
        _ trace: CellTrace
      ) {
        self.reports = reports
        self.typed = typed
        self.statement = statement
        self.signature = signature
        self.isInner = isInner
        self.trace = trace
      }
    }

    private let content: Content
    /// The cell of the `undo` that reverted it; nil if it was not undone.
    public internal(set) var undoneBy: Int?
    /// The cell that ran it again, unchanged or edited.
    public internal(set) var replacedBy: Int?

    init(
      _ reports: [CommandReport], typed: String, _ statement: Statement?, signature: Signature?, isInner: Bool,
      trace: CellTrace
    ) {
      content = Content(reports, typed, statement, signature, isInner, trace)
    }

    /// The reports: first those of commands it ran itself, last its own.
    public var reports: [CommandReport] { content.reports }
    /// The command as typed, to run it again; `input` is what is kept of it.
    public var typed: String { content.typed }
    /// The parsed command; nil if it could not be parsed.
    public var statement: Statement? { content.statement }
    /// The signature of its verb; nil for `!`, `?` and unknown verbs.
    public var signature: Signature? { content.signature }
    /// Whether a script ran it (`source`).
    public var isInner: Bool { content.isInner }
    /// What it used and what it changed.
    var trace: CellTrace { content.trace }
    /// The files that it read and wrote, in order; those of the commands of a script too.
    public var files: [FileUse] { trace.files }
    /// Whether it wrote records to the workspace.
    public var wroteWorkspace: Bool { trace.changes.contains(.workspace) }
    public var cell: Int { reports.last?.cell ?? 0 }
    /// The command with `***` for users and passwords in addresses (`MaskedText`).
    public var input: String { reports.last?.input ?? "" }
    /// Whether it succeeded.
    public var worked: Bool { reports.last?.status == .ok }
    /// Whether it asks for help: `help`, `?`.
    public var isHelp: Bool {
      switch statement?.body {
      case .help, .helpSearch: true
      default: signature?.name == "help"
      }
    }
    /// Whether it concerns only the session and not data, so that notebooks omit it.
    public var isControl: Bool {
      isHelp || signature?.has(.control) ?? false
    }
  }

  /// The maximum number of cells kept.
  public static let limit = 1000

  /// The cells, in the order they ended.
  public private(set) var entries: [Entry] = []
  /// The seed before the first cell of the session.
  public private(set) var seed: UInt64?
  /// Whether old cells were dropped.
  public private(set) var isCut = false
  /// The files that all cells read and wrote, in order; those of dropped ones too.
  public private(set) var files: [FileUse] = []

  /// No cells.
  public init() {}

  /// For each cell, the bytes counted for its outputs.
  private var sizes: [Int] = []
  /// Of each thing that was changed the cells that did and were not undone, in the order they ended.
  private var changers: [CellTrace.Thing: [Int]] = [:]

  mutating func append(_ entry: Entry, seed: UInt64) {
    self.seed = self.seed ?? seed
    entries.append(entry)
    if !entry.isInner { files += entry.files }
    note(entry)
    sizes.append(Footprint.bytes(of: entry.reports.flatMap(\.outputs)))
    var sum = sizes.reduce(0, +)
    while entries.count > CellLog.limit || (entries.count > 1 && sum > Results.byteLimit) {
      let dropped = entries.removeFirst()
      for thing in dropped.trace.changes { changers[thing]?.removeAll { $0 == dropped.cell } }
      sum -= sizes.removeFirst()
      isCut = true
    }
  }

  private mutating func note(_ entry: Entry) {
    for thing in entry.trace.changes where entry.undoneBy == nil { changers[thing, default: []].append(entry.cell) }
  }

  /// The cell that last changed a thing; nil if none did.
  func lastChange(of thing: CellTrace.Thing) -> Int? { changers[thing]?.last }

  /// Adds the cells of a separate session.
  mutating func append(_ others: CellLog) {
    for entry in others.entries { append(entry, seed: others.seed ?? 0) }
    isCut = isCut || others.isCut
  }

  /// Records that a cell was run again as another one.
  public mutating func replace(_ cell: Int, by other: Int) {
    for place in entries.indices where entries[place].cell == cell && cell != other {
      entries[place].replacedBy = other
    }
  }

  mutating func mark(_ cell: Int, undoneBy undo: Int?) {
    for place in entries.indices where entries[place].cell == cell { entries[place].undoneBy = undo }
    changers = [:]
    for entry in entries { note(entry) }
  }

  /// The cells named by `5` or `3..7`, in the order of their numbers.
  ///
  /// Throws `bad-value`, and `unknown-cell` if there is no cell at an end of the range.
  public func entries(_ text: String, span: SourceSpan?) throws(Diagnostic) -> [Entry] {
    let dots = text.firstRange(of: "..")
    let ends = dots.map { [text[..<$0.lowerBound], text[$0.upperBound...]] } ?? [text[...], text[...]]
    guard let first = Int(ends[0]), let last = Int(ends[1]), first >= 1, last >= first else {
      throw Diagnostic.badValue("cells", text, allowed: "a cell or a range of cells, as in 5 or 3..7", span: span)
    }
    for end in [first, last] where !entries.contains(where: { $0.cell == end }) {
      let known = entries.map(\.cell)
      let all = known.min().map { "the cells are \($0) to \(known.max() ?? $0)" } ?? "there are no cells yet"
      throw Diagnostic(
        "unknown-cell", "there is no cell \(end); \(all)", span: span, help: "'history' lists the commands")
    }
    return entries.filter { (first...last).contains($0.cell) }.ordered { $0.cell < $1.cell }
  }
}

extension Interpreter {
  /// Runs commands on behalf of a command, each as its own cell; stops at the first error and throws it.
  package mutating func runCells(_ texts: [String], span: SourceSpan?) throws(Diagnostic) {
    var reports: [CommandReport] = []
    for text in texts {
      let worked = run(text) { report in
        var shown = report
        // With several outputs under one line, each names its command.
        shown.outputs.insert(.note("[\(report.cell)] " + report.input), at: 0)
        reports.append(shown)
      }
      if let last = reports.last, let error = last.error, !worked {
        if error.code == Diagnostic.interrupted.code { throw error }
        throw Diagnostic(error.code, "'\(last.input)' failed: \(error.message)", span: span, help: error.help)
      }
      if exitStatus != nil { break }
    }
    innerReports += reports
  }
}
