import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import SurfModel
@testable import SurfPlugin

@Suite("Buoys by address")
struct AddressTests {
  @Test("NDBC files are read from their address")
  func ndbc() throws {
    let text =
      BuoyText.realtime + """
        2022 06 05 13 00 200  5.0  6.0   1.0     8   5.0 170 1015.0  12.0  11.0   9.0   MM -0.5    MM
        2022 06 05 12 00 210  4.0  5.0   0.9     9   5.1 165 1015.5  11.9  11.0   9.1   MM   MM    MM

        """
    let server = try LoopbackServer { request in
      request.target.hasSuffix("/44013.txt")
        ? LoopbackServer.reply(text, type: "text/plain") : LoopbackServer.reply("404 Not Found")
    }
    var session = try SurfFixture.session()
    session.services.network = Assembly.network(
      cacheFolder: nil, version: "test", clock: { Moment(microseconds: 0) })
    let url = server.url("/data/realtime2/44013.txt")
    #expect(session.report("load surf.ndbc \(url)")?.error == nil)
    let table = try session.current().table
    #expect(try session.current().name == "44013" && table.rowCount > 0)
    #expect(session.report("load surf \(url) as again")?.error == nil)
    #expect(try session.current().table == table)
    // Without an importer name, the content decides.
    #expect(session.report("load \(url) as third")?.error == nil)
    #expect(try session.current().table == table)
    #expect(session.report("surf import ndbc \(url)")?.error == nil)
    #expect(session.report("load surf.ndbc \(server.url("/data/44014.txt"))")?.error?.code == "http-status")
  }
}
