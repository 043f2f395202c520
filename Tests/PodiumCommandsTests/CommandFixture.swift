import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// A session with everything built in, over the files of the checkout.
enum CommandFixture {
  static let registry = BuiltIn.registry
  static let files = session().services.files

  static func session(folder: String = Checkout.root, registry: Registry = BuiltIn.registry) -> Interpreter {
    BuiltIn.session(folder: folder, registry: registry)
  }

  /// A session of its own, with a table loaded from the text of a CSV file in a folder.
  static func session(_ csv: String, in folder: TemporaryFolder) throws -> Interpreter {
    var session = try #require(session().session.apart())
    let path = folder.path + "/made.csv"
    try files.write(Array(csv.utf8), to: path, shown: path, mode: .replace)
    #expect(session.report("load \(path)")?.status == .ok)
    return session
  }
}

extension Interpreter {
  /// Runs a line; returns its outputs, or the error that ended it.
  mutating func report(_ line: String) -> CommandReport? {
    var last: CommandReport?
    _ = run(line) { last = $0 }
    return last
  }
}

/// The report of the last of some lines in a session of its own; those before it must succeed.
func report(_ lines: String..., registry: Registry? = nil) throws -> CommandReport {
  var session =
    try registry.map { CommandFixture.session(registry: $0) } ?? #require(CommandFixture.session().session.apart())
  for line in lines.dropLast() {
    let report = session.report(line)
    #expect(report?.status == .ok, "\(line): \(report?.error?.message ?? "")")
  }
  let found = session.report(lines.last ?? "")
  return try #require(found)
}

/// What a report shows in a terminal without colours.
func text(_ report: CommandReport?) -> String { report.map { TextRenderer(style: .plain).render($0) } ?? "" }
