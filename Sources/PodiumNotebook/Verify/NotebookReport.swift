public import PodiumCore

/// The result of verifying one notebook.
public struct NotebookReport: Sendable {
  /// Its name, as given.
  public let file: String
  /// The results of its cells that finished.
  public var checks: [CellCheck] = []
  /// Why it could not be run at all.
  public var error: Diagnostic?
  /// Whether only some of its cells were compared.
  public var isPartial = false
  /// The plugins whose loaded version is not the recorded one.
  public var plugins: [PluginChange] = []
  /// The current hashes of its data, by name, if they are to be written.
  public var data: DataHashes = [:]
  /// The number of data hashes that were written.
  var updatedData = 0
  /// The number of cells that were updated.
  var updated = 0
  /// The number of plugin versions that were updated.
  var updatedPlugins = 0

  public init(file: String) { self.file = file }

  /// The checks that compared something.
  private var compared: [CellCheck] { checks.filter { [.same, .close, .different, .cut].contains($0.outcome) } }

  /// Whether something was not compared: a cell with such an option, or columns that an older podium left out.
  private var hasGaps: Bool { checks.contains { [.lax, .skipped, .notCompared, .notRun, .cut].contains($0.outcome) } }

  private var isUpdated: Bool { updated + updatedPlugins > 0 }

  /// Whether there is no recorded output to compare with.
  private var isBlank: Bool {
    compared.allSatisfy(\.isUnrecorded)
  }

  /// The exit status: 4 timeout or crash, 1 error, 2 cannot run, 3 difference, 5 something not compared, else 0.
  public func status(isStrict: Bool) -> Int32 {
    let outcomes = Set(checks.map(\.outcome))
    if !outcomes.isDisjoint(with: [.timeout, .crash]) { return 4 }
    if outcomes.contains(.failed) { return 1 }
    if error != nil || outcomes.contains(.refused) { return 2 }
    if isUpdated { return 0 }
    if plugins.contains(where: { isStrict || !$0.isCompatible }) { return 3 }
    if !isBlank, outcomes.contains(.different) || (isStrict && outcomes.contains(.close)) { return 3 }
    return isBlank || isPartial || hasGaps ? 5 : 0
  }

  /// The worst of several statuses.
  public static func worst(_ statuses: [Int32]) -> Int32 {
    [4, 1, 2, 3, 5].first { statuses.contains($0) } ?? (statuses.isEmpty ? 5 : 0)
  }

  /// How many of several notebooks had which status, as a line of text.
  public static func summary(_ statuses: [Int32]) -> String {
    let words: [(Int32, String)] = [
      (0, "as recorded"), (3, "different"), (2, "could not be run"), (1, "with a failed cell"),
      (4, "timed out or crashed"), (5, "not fully compared"),
    ]
    let parts = words.compactMap { status, word in
      let count = statuses.count { $0 == status }
      return count > 0 ? "\(count) \(word)" : nil
    }
    return statuses.count.counted("notebook") + ": " + parts.joined(separator: ", ") + "\n"
  }

  /// The report as a line of `--json`.
  public func json(isStrict: Bool) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("v", .integer(1)), ("file", .string(file)), ("status", .integer(Int(status(isStrict: isStrict)))),
      ("cells", .array(checks.map { $0.json() })), ("updated", .integer(updated)),
      (
        "counts",
        .object(
          CellCheck.Outcome.allCases.map { outcome in
            (outcome.rawValue, JSONValue.integer(checks.count { $0.outcome == outcome }))
          })
      ),
    ]
    if !plugins.isEmpty { members.append(("plugins", .array(plugins.map(\.json)))) }
    if let error { members.append(("error", error.json)) }
    return .object(members)
  }

  // MARK: Text

  /// The maximum number of differing lines shown for a cell.
  static let mostLines = 12

  /// A line for the notebook, then the details of its cells.
  public func text(isStrict: Bool) -> String {
    var out = file + ": " + summary + "\n"
    if let error { out += indented(NotebookReport.text(error)) }
    for plugin in plugins {
      out += "  recorded with \(plugin.name) \(plugin.recorded), but \(plugin.loaded) is loaded"
      out += updatedPlugins > 0 ? "; updated the version in the notebook\n" : "; --update records that version\n"
    }
    for check in checks {
      switch check.outcome {
      case .same, .lax, .skipped, .notCompared, .close, .notRun: continue
      case .cut:
        if updated > 0 { continue }
        out += "\(file):\(check.line): cell \(check.cell): " + (check.reason ?? check.outcome.rawValue) + "\n"
      case .different:
        if updated > 0 { continue }
        out += "\(file):\(check.line): cell \(check.cell) differs" + (check.reason.map { ": " + $0 } ?? "") + "\n"
        out += difference(check)
      case .failed, .refused:
        let line = check.error?.place?.line ?? check.line
        out += "\(file):\(line): cell \(check.cell) \(check.outcome == .failed ? "failed" : "was refused")\n"
        if let error = check.error { out += indented(NotebookReport.text(error)) }
      case .timeout, .crash:
        out += "\(file):\(check.line): cell \(check.cell) " + (check.reason ?? check.outcome.rawValue) + "\n"
      }
    }
    return SafeText.escapeLines(out)
  }

  private var summary: String {
    if checks.isEmpty { return error == nil ? "no cells" : "could not be run" }
    var parts: [String] = []
    for outcome in CellCheck.Outcome.allCases {
      let count = checks.count { $0.outcome == outcome }
      guard count > 0 else { continue }
      var part = "\(count) \(outcome.rawValue)"
      let own = checks.filter { $0.outcome == outcome }
      if outcome == .close, let largest = own.map(\.drift).max() {
        let ways = [
          largest > 0 ? "numbers within \(NotebookReport.share(largest))" : nil,
          own.contains(where: \.isRedrawn) ? "figures with the same data, drawn in another way" : nil,
        ].compactMap(\.self)
        if !ways.isEmpty { part += " (" + ways.joined(separator: "; ") + ")" }
      }
      parts.append(part)
    }
    return checks.count.counted("cell") + ": " + parts.joined(separator: ", ")
      + (updated > 0 ? "; updated \(updated.counted("cell"))" : "")
      + (updatedData > 0 ? "; updated \(updatedData.counted("data hash", plural: "data hashes"))" : "")
  }

  private func difference(_ check: CellCheck) -> String {
    var out = ""
    for difference in check.differences.prefix(NotebookReport.mostLines) {
      for cell in difference.cells {
        let row = "row \(cell.row)" + (cell.key.isEmpty ? "" : " (" + cell.key.cut(toWidth: 40) + ")")
        let drift = cell.drift.map { "   (off by \(NotebookReport.share($0)))" } ?? ""
        out += "  \(difference.line) ~ \(row), \(cell.column): recorded \(shown(cell.recorded)), "
        out += "now \(shown(cell.fresh))\(drift)\n"
      }
      if !difference.cells.isEmpty { continue }
      if let recorded = difference.recorded { out += "  \(difference.line) - \(recorded)\n" }
      if let fresh = difference.fresh {
        let drift = difference.drift.map { "   (off by \(NotebookReport.share($0)))" } ?? ""
        out += "  \(difference.line) + \(fresh)\(drift)\n"
      }
    }
    let rest = check.differences.count - NotebookReport.mostLines
    if rest > 0 { out += "  and \(rest.counted("more line"))\n" }
    return out
  }

  /// A cell's text in quotes, so that an empty one is visible.
  private func shown(_ text: String) -> String { text.isEmpty ? "nothing" : text }

  /// A relative difference with one digit.
  private static func share(_ drift: Double) -> String {
    drift.isFinite ? NumberText.significant(drift, 1) : "all"
  }

  private func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "  " + $0 + "\n" }.joined()
  }

  private static func text(_ error: Diagnostic) -> String {
    error.code + ": " + error.message + (error.help.map { "\nhelp: " + $0 } ?? "")
  }
}
