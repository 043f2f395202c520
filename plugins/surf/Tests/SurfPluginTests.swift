import PodiumAssembly
import PodiumCore
import PodiumShell
import Testing

@Suite("The surf plugin")
struct SurfPluginTests {
  @Test("is among the plugins that are built in")
  func isBuiltIn() throws {
    #expect(try Assembly.registry().plugins.contains { $0.name == "surf" })
  }
}
