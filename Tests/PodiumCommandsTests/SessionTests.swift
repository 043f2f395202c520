import Glibc
import PodiumCore
import PodiumFormats
import PodiumPlugin
import PodiumTestKit
import Testing

/// The scripted sessions in Tests/Sessions, as a user would type them.
///
/// PODIUM_RECORD=1 writes what is printed now; the difference is then reviewed like any other change.
@Suite struct SessionTests {
  static let folder = Checkout.path("Tests/Sessions")

  static let names: [String] = {
    let files = (try? CommandFixture.files.list(folder, shown: folder)) ?? []
    return files.filter { $0.hasSuffix(".session") }
  }()

  @Test func `there are sessions to replay`() { #expect(SessionTests.names.count >= 5) }

  @Test(arguments: names)
  func `a session prints what was recorded`(_ name: String) throws {
    let path = SessionTests.folder + "/" + name
    let text = String(decoding: try CommandFixture.files.read(path, shown: name), as: UTF8.self)
    let scripted = ScriptedSession(text)
    #expect(!scripted.steps.isEmpty)
    var session = CommandFixture.session(folder: SessionTests.folder)
    let replay = scripted.replay(in: &session)
    if getenv("PODIUM_RECORD") != nil {
      try CommandFixture.files.write(Array(replay.text.utf8), to: path, shown: name, mode: .replace)
      return
    }
    for (step, found) in replay.differences {
      Issue.record("\(name):\(step.line): \(step.input)\nexpected:\n\(step.expected)found:\n\(found)")
    }
  }
}
