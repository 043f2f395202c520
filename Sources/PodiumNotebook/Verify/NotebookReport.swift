public import PodiumCore

/// What came of verifying one notebook.
public struct NotebookReport: Sendable {
  /// Its name, as it was given.
  public let file: String
  /// What came of its cells that ended.
  public var checks: [CellCheck] = []
  /// Why it could not be run at all.
  public var error: Diagnostic?
  /// Whether only some of its cells were to be compared.
  public var isPartial = false
  /// The plugins that are loaded in another version than it was recorded with.
  public var plugins: [PluginChange] = []
  /// The hashes of the data it ran with, by name, where they are to be written into it.
  public var data: [String: String] = [:]
  /// How many of them were written.
  var updatedData = 0
  /// How many cells were written again.
  var updated = 0
  /// How many versions of plugins were.
  var updatedPlugins = 0

  /// A notebook of which nothing is known yet.
  public init(file: String) { self.file = file }

  /// The checks that compared something.
  private var compared: [CellCheck] { checks.filter { [.same, .close, .different, .cut].contains($0.outcome) } }

  /// Whether something in it was not compared: a cell that its options leave out, or what an older podium left out.
  private var hasGaps: Bool { checks.contains { [.lax, .skipped, .notCompared, .notRun, .cut].contains($0.outcome) } }

  private var isUpdated: Bool { updated + updatedPlugins > 0 }

  /// Whether nothing is recorded that could be compared.
  private var isBlank: Bool {
    compared.allSatisfy(\.isUnrecorded)
  }

  /// The exit status it asks for: 4 timeout or crash, 1 error, 2 cannot run, 3 drift, 5 something not compared, 0.
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

  /// How many of several notebooks came to which status, a line for people.
  public static func summary(_ statuses: [Int32]) -> String {
    let words: [(Int32, String)] = [
      (0, "as recorded"), (3, "different"), (2, "cannot be run"), (1, "with a failed cell"),
      (4, "timed out or crashed"), (5, "not or only partly compared"),
    ]
    let parts = words.compactMap { status, word in
      let count = statuses.count { $0 == status }
      return count > 0 ? "\(count) \(word)" : nil
    }
    return statuses.count.counted("notebook") + ": " + parts.joined(separator: ", ") + "\n"
  }

  /// The report as `--json` gives it, a line.
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

  /// The most lines of a cell's difference that are shown.
  static let mostLines = 12

  /// A line for the notebook, and beneath it what a reader has to know of its cells.
  public func text(isStrict: Bool) -> String {
    var out = file + ": " + summary + "\n"
    if let error { out += indented(NotebookReport.text(error)) }
    for plugin in plugins {
      out += "  recorded with \(plugin.name) \(plugin.recorded), and version \(plugin.loaded) is loaded"
      out += updatedPlugins > 0 ? "; updated in the notebook\n" : "; update it with --update\n"
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
    if checks.isEmpty { return error == nil ? "no cells" : "cannot be run" }
    var parts: [String] = []
    for outcome in CellCheck.Outcome.allCases {
      let count = checks.count { $0.outcome == outcome }
      guard count > 0 else { continue }
      var part = "\(count) \(outcome.rawValue)"
      if outcome == .close, let largest = checks.filter({ $0.outcome == .close }).map(\.drift).max() {
        part += " (numbers within \(NotebookReport.share(largest)))"
      }
      parts.append(part)
    }
    return checks.count.counted("cell") + ": " + parts.joined(separator: ", ")
      + (updated > 0 ? "; \(updated.counted("cell")) rewritten" : "")
      + (updatedData > 0 ? "; \(updatedData.counted("hash", plural: "hashes")) of data rewritten" : "")
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

  /// A cell's text; an empty one is said to be so.
  private func shown(_ text: String) -> String { text.isEmpty ? "nothing" : text }

  /// A relative distance to one digit.
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
