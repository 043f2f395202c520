internal import PodiumCore

/// What there is to say about a program and its machine, for the report of a bug.
///
/// Each front end asks for the sections that concern it. Nothing is made or changed.
public struct Doctor: Sendable {
  /// One line of the report.
  public struct Finding: Sendable, Equatable {
    /// What it is about.
    public var section: String
    /// What was looked at.
    public var name: String
    /// What was found.
    public var value: String
    /// Whether something does not work because of it.
    public var isBroken: Bool
  }

  /// What was found so far, section by section.
  public private(set) var findings: [Finding] = []
  private let home: String?

  /// Nothing was looked at yet; `home` is the folder shown as `~`.
  public init(home: String?) { self.home = home }

  /// Adds a finding.
  public mutating func add(_ section: String, _ name: String, _ value: String, isBroken: Bool = false) {
    findings.append(Finding(section: section, name: name, value: value, isBroken: isBroken))
  }

  /// A path without the name of who lives here.
  public func shown(_ path: String) -> String {
    guard let home, home.count > 1 else { return path }
    return path == home || path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }

  /// The report as text; a `!` marks what is broken.
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

  /// The report for programs, one object on one line.
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
