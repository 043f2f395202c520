import PodiumAssembly
import PodiumCore
import PodiumShell
import Testing

@Suite("The football plugin")
struct FootballPluginTests {
  @Test("is among the plugins that are built in")
  func isBuiltIn() throws {
    #expect(try Assembly.registry().plugins.contains { $0.name == "football" })
  }
}
