import PodiumConformance
import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

/// The advice in errors, plugins and documents names only existing verbs.
struct HelpTextTests {
  static let verbs = MentionedVerbs(CommandFixture.registry)

  static let folders = ["Sources", "plugins/ski/Sources", "plugins/surf/Sources", "plugins/football/Sources"]

  /// The Swift files below a folder.
  static func sources(_ folder: String) throws -> [String] {
    var found: [String] = []
    for entry in try CommandFixture.files.entries(Checkout.path(folder), hidden: false) {
      let path = folder + "/" + entry.name
      if entry.kind == .folder {
        found += try sources(path)
      } else if entry.name.hasSuffix(".swift") {
        found.append(path)
      }
    }
    return found
  }

  @Test(arguments: folders)
  func `advice in errors names only existing verbs`(_ folder: String) throws {
    var count = 0
    for path in try Self.sources(folder) where !path.hasPrefix("Sources/PodiumTestKit") {
      let bytes = try CommandFixture.files.read(Checkout.path(path), shown: path)
      for text in HelpLiterals.texts(in: String(decoding: bytes, as: UTF8.self)) {
        count += 1
        for problem in Self.verbs.problems(in: text, isAdvice: true) {
          Issue.record("\(path): \(problem), in: \(text)")
        }
      }
    }
    #expect(count > 10, "the sources hold \(count) help texts")
  }

  @Test func `a verb of another tool is detected wherever it is advised`() {
    for text in [
      "leave those rows out with whiten", "type: whiten", "as in: by a: whiten b", "whiten lists them",
      "first whiten COLUMN, then fit", "or mutate a number from it", "write: ski whiten 3",
      "put them right with whiten",
    ] {
      #expect(!Self.verbs.problems(in: text, isAdvice: true).isEmpty, "\(text)")
    }
    for text in [
      "type: encode", "write it as in: by session: describe rank", "as in: = 2 * x", "load FILE reads a table",
      "write: ski pair NAME tests", "help expressions lists them", "as in: tree(criterion=gini)", "as in: if x > 3",
    ] {
      let problems = Self.verbs.problems(in: text, isAdvice: true)
      #expect(problems.isEmpty, "\(text): \(problems)")
    }
  }

  @Test func `the guides of plugins name only existing verbs`() {
    for plugin in CommandFixture.registry.plugins {
      for problem in Self.verbs.problems(in: plugin.guide.text) { Issue.record("\(plugin.name): \(problem)") }
      for group in plugin.guide.groups {
        for verb in group.verbs {
          let name = plugin.name + " " + verb
          #expect(CommandFixture.registry.commands[name] != nil, "\(name)")
        }
      }
    }
  }

  @Test func `help topics name only existing verbs`() {
    for topic in HelpTests.topics {
      let text = HelpTests.page("help " + topic)
      let prose = text.firstRange(of: "\nexamples:").map { String(text[..<$0.lowerBound]) } ?? text
      for problem in Self.verbs.problems(in: prose) { Issue.record("\(topic): \(problem)") }
    }
  }
}
