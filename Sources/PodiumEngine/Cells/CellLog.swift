public import PodiumCore
public import PodiumPlugin

/// The commands of a session as cells: what `rerun`, `edit` and a saved notebook go by.
public struct CellLog: Sendable {
  /// A command with what it gave.
  public struct Entry: Sendable {
    /// What was shown: first the commands that it ran itself, last its own.
    public let reports: [CommandReport]
    /// The command as parsed; nil where it could not be.
    public let statement: Statement?
    /// What its verb takes; nil for `!`, `?` and verbs that are unknown.
    public let signature: Signature?
    /// Whether a script ran it (`source`).
    public let isInner: Bool
    /// The cell of the `undo` that took it back; nil while it stands.
    public internal(set) var undoneBy: Int?
    /// The cell that ran it anew, or what it was changed to.
    public internal(set) var replacedBy: Int?
    /// What it went by and what it changed.
    let trace: CellTrace

    init(
      _ reports: [CommandReport], _ statement: Statement?, signature: Signature?, isInner: Bool, trace: CellTrace
    ) {
      self.trace = trace
      self.reports = reports
      self.statement = statement
      self.signature = signature
      self.isInner = isInner
    }

    /// The number of its cell.
    public var cell: Int { reports.last?.cell ?? 0 }
    public var input: String { reports.last?.input ?? "" }
    /// Whether it did its work.
    public var worked: Bool { reports.last?.status == .ok }
    /// Whether it is about the session and not about data: it is no cell of a notebook.
    public var isControl: Bool {
      switch statement?.body {
      case .help, .helpSearch: true
      default: signature?.has(.control) ?? false
      }
    }
  }

  /// The most cells kept.
  public static let limit = 1000

  /// The cells, in the order they ended.
  public private(set) var entries: [Entry] = []
  /// The seed before the first cell that ever was.
  public private(set) var seed: UInt64?
  /// Whether old cells have fallen out.
  public private(set) var isCut = false

  /// No cells.
  public init() {}

  /// For each cell the bytes its outputs were counted with.
  private var sizes: [Int] = []

  mutating func append(_ entry: Entry, seed: UInt64) {
    self.seed = self.seed ?? seed
    entries.append(entry)
    sizes.append(Footprint.bytes(of: entry.reports.flatMap(\.outputs)))
    var sum = sizes.reduce(0, +)
    while entries.count > CellLog.limit || (entries.count > 1 && sum > Results.byteLimit) {
      entries.removeFirst()
      sum -= sizes.removeFirst()
      isCut = true
    }
  }

  /// Takes in the cells of a session apart.
  mutating func append(_ others: CellLog) {
    for entry in others.entries { append(entry, seed: others.seed ?? 0) }
    isCut = isCut || others.isCut
  }

  /// Notes that a cell was run anew as another one.
  public mutating func replace(_ cell: Int, by other: Int) {
    for place in entries.indices where entries[place].cell == cell && cell != other {
      entries[place].replacedBy = other
    }
  }

  mutating func mark(_ cell: Int, undoneBy undo: Int?) {
    for place in entries.indices where entries[place].cell == cell { entries[place].undoneBy = undo }
  }

  /// The cells that `5` or `3..7` names, in the order of their numbers.
  ///
  /// Throws `bad-value`, and `unknown-cell` where an end of the range is no cell.
  public func entries(_ text: String, span: SourceSpan?) throws(Diagnostic) -> [Entry] {
    let dots = text.firstRange(of: "..")
    let ends = dots.map { [text[..<$0.lowerBound], text[$0.upperBound...]] } ?? [text[...], text[...]]
    guard let first = Int(ends[0]), let last = Int(ends[1]), first >= 1, last >= first else {
      throw Diagnostic.badValue("cells", text, allowed: "a number or a range of cells, as 5 or 3..7", span: span)
    }
    for end in [first, last] where !entries.contains(where: { $0.cell == end }) {
      let known = entries.map(\.cell)
      let all = known.min().map { "the cells are \($0) to \(known.max() ?? $0)" } ?? "there is none yet"
      throw Diagnostic(
        "unknown-cell", "there is no cell \(end); \(all)", span: span, help: "history lists the commands")
    }
    return entries.filter { (first...last).contains($0.cell) }.sorted { $0.cell < $1.cell }
  }
}

extension Interpreter {
  /// Runs commands for a command, each as a cell of its own; stops at the first error, which is then thrown.
  public mutating func runCells(_ texts: [String], span: SourceSpan?) throws(Diagnostic) {
    var reports: [CommandReport] = []
    for text in texts {
      let worked = run(text) { report in
        var shown = report
        // Several outputs beneath one line: each says what gave it.
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
