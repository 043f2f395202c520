import PodiumCore
import PodiumFormats
import PodiumPlugin
import PodiumTestKit
import Testing

/// Podium's own commands among all others; `CoreAloneTests` runs their examples, and each plugin's suite those of its commands.
@Suite struct ConformanceTests {
  static let suite = CommandConformance(.ofPlugins)

  static let names = suite.names.filter { CommandFixture.registry.owner(of: "command", $0) == "podium" }

  @Test(arguments: names)
  func `a command and the examples that plugins add keep what its signature promises`(_ name: String) {
    for problem in ConformanceTests.suite.problems(of: name) { Issue.record("\(problem)") }
  }

  @Test func `each command file contains the command of its name`() throws {
    let folders = ["Data", "Shaping", "Preparing", "Learning", "Results", "Plotting", "Session", "Workspace"]
    var files: Set<String> = []
    for folder in folders.map({ "PodiumCommands/" + $0 }) + ["PodiumNotebook/Writing", "PodiumCluster/Commands"] {
      let path = Checkout.path("Sources/" + folder)
      for file in try CommandFixture.files.list(path, shown: path) where file.hasSuffix("Command.swift") {
        files.insert(String(file.dropLast("Command.swift".count)).lowercased())
      }
    }
    let builtIn = CommandFixture.registry.commands.keys.filter {
      CommandFixture.registry.owner(of: "command", $0) == "podium"
    }
    #expect(files == Set(builtIn.map { $0.split { " -".contains($0) }.joined() }))
  }
}
