internal import PodiumCore

/// A report about a program and its machine, for a bug report.
///
/// A front end adds the sections that apply to it. Nothing is created or changed.
public struct Doctor: Sendable {
  /// One line of the report.
  public struct Finding: Sendable, Equatable {
    /// The section it belongs to.
    public var section: String
    /// What was inspected.
    public var name: String
    /// What was found.
    public var value: String
    /// Whether this is a problem.
    public var isBroken: Bool
  }

  /// The findings so far, section by section.
  public private(set) var findings: [Finding] = []
  private let home: String?

  /// An empty report; `home` is the folder that is shown as `~`.
  public init(home: String?) { self.home = home }

  public mutating func add(_ section: String, _ name: String, _ value: String, isBroken: Bool = false) {
    findings.append(Finding(section: section, name: name, value: value, isBroken: isBroken))
  }

  /// A path without the user's name.
  public func shown(_ path: String) -> String {
    FilePath(path).shortened(home: home.flatMap { $0.utf8.count > 1 ? $0 : nil })
  }

  /// The report as text; a `!` marks problems.
  public var text: String {
    var out = ""
    var section = ""
    let width = findings.map { DisplayWidth.of(SafeText.escape($0.name)) }.max() ?? 0
    for finding in findings {
      if finding.section != section { out += (out.isEmpty ? "" : "\n") + finding.section + "\n" }
      section = finding.section
      let name = SafeText.escape(finding.name).padded(toWidth: width)
      out += (finding.isBroken ? "! " : "  ") + name + "  " + SafeText.escape(finding.value) + "\n"
    }
    return out
  }

  /// The report as JSON: one object on one line.
  public var json: String {
    let items = findings.map { finding in
      JSONValue.object([
        ("section", .string(finding.section)), ("name", .string(finding.name)), ("value", .string(finding.value)),
        ("ok", .bool(!finding.isBroken)),
      ])
    }
    return JSONValue.object([("v", .integer(1)), ("findings", .array(items))]).text
  }
}
