import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// `load` over addresses, from a server on this machine.
@Suite("Loading from an address")
struct AddressTests {
  static let csv = "name,n\nada,1\nbob,2\n"

  private func session(cache: String? = nil) -> Interpreter {
    var session = CommandFixture.session()
    session.services.network = Assembly.network(
      cacheFolder: cache, version: "test", clock: { Moment(microseconds: 1_700_000_000_000_000) })
    return session
  }

  private func server() throws -> LoopbackServer {
    try LoopbackServer { request in
      switch request.target.prefix(while: { $0 != "?" }) {
      case "/plain.csv": LoopbackServer.reply(Self.csv, type: "text/csv", ["ETag: \"v1\""])
      case "/export": LoopbackServer.reply(#"[{"a":1},{"a":2}]"#, type: "application/json")
      case "/download":
        LoopbackServer.reply(
          Self.csv, type: "application/octet-stream", ["Content-Disposition: attachment; filename=times.csv"])
      case "/page.html":
        LoopbackServer.reply("<table><tr><th>a<th>b<tr><td>1<td>2</table>", type: "text/html")
      case "/login.csv": LoopbackServer.reply("\n<!DOCTYPE html><title>Log in</title>", type: "text/html")
      case "/bad.csv": LoopbackServer.reply("a,b\n1,2\n3\u{0}\u{1}\u{2},4\n\u{5}", type: "text/csv")
      case "/unknown": LoopbackServer.reply("just words\nand more words, here\n", type: "application/octet-stream")
      case "/moved.csv": LoopbackServer.reply("302 Found", ["Location: /plain.csv"])
      default: LoopbackServer.reply("404 Not Found")
      }
    }
  }

  private func run(_ line: String, _ session: inout Interpreter) throws -> CommandReport {
    let report = session.report(line)
    return try #require(report)
  }

  /// Loads an address; the rows and columns of its table, or the code of the error.
  private func load(_ line: String, _ session: inout Interpreter) throws -> String {
    let report = try run(line, &session)
    if let error = report.error { return error.code }
    let table = try session.current().table
    return "\(try session.current().name) \(table.rowCount)x\(table.columns.count)"
  }

  @Test("the extension, the file name from the server or the content type determines how data are read")
  func formats() throws {
    let server = try server()
    var session = session()
    #expect(try load("load \(server.url("/plain.csv"))", &session) == "plain 2x2")
    #expect(try load("load \(server.url("/plain.csv?a=1,2&b=(x)#top")) as other", &session) == "other 2x2")
    #expect(server.requests.last?.target == "/plain.csv?a=1,2&b=(x)")
    #expect(try load("load \(server.url("/export"))", &session) == "export 2x1")
    #expect(try load("load \(server.url("/download"))", &session) == "times 2x2")
    #expect(try load("load \(server.url("/page.html"))", &session) == "page 1x2")
    #expect(try load("load csv \(server.url("/plain.csv"))", &session) == "plain 2x2")
    #expect(try load("load \(server.url("/download")) format=csv header=no", &session) == "times 3x2")
    #expect(try load("load \(server.url("/unknown"))", &session) == "unknown-format")
    #expect(try load("load \(server.url("/login.csv"))", &session) == "web-page")
    #expect(try load("load \(server.url("/nothing.csv"))", &session) == "http-status")
  }

  @Test("a table remembers its origin, also after saving")
  func origin() throws {
    let folder = TemporaryFolder()
    let server = try server()
    var session = session(cache: folder.path)
    let url = server.url("/moved.csv")
    let first = try run("load \(url) as t", &session)
    #expect(first.error == nil)
    let dataset = try session.current()
    #expect(dataset.source == url && dataset.origin?.url == url)
    #expect(dataset.origin?.finalURL == server.url("/plain.csv") && dataset.origin?.etag == "\"v1\"")
    let text = first.outputs.map(TextRenderer(style: .plain).render).joined()
    #expect(text.contains(url) && text.contains("2023-11-14T22:13:20Z") && text.contains("\"v1\""))
    #expect(session.report("save kept")?.error == nil)
    let loaded = try run("load saved kept", &session)
    #expect(try session.current().origin == dataset.origin)
    #expect(loaded.outputs.map(TextRenderer(style: .plain).render).joined().contains("2023-11-14T22:13:20Z"))
    let again = try run("load \(server.url("/plain.csv"))", &session)
    #expect(again.error == nil)
    let third = try run("load \(server.url("/plain.csv"))", &session)
    #expect(third.error == nil)
    let listed = try run("datasets", &session)
    #expect(listed.outputs.map(TextRenderer(style: .plain).render).joined().contains("from \(url), 2023-11-14"))
  }

  @Test("an error in the content names the address, not the temporary file")
  func named() throws {
    let server = try server()
    var session = session()
    let report = try run("load \(server.url("/bad.csv"))", &session)
    let error = try #require(report.error)
    #expect(error.place?.file == server.url("/bad.csv") || error.message.contains(server.url("/bad.csv")))
    #expect(error.span?.start == 5)
    #expect(session.state.currentName == nil)
  }

  @Test("mistakes are found before the network is used")
  func mistakes() throws {
    let server = try server()
    var session = session()
    #expect(try load("load csv \(server.url("/plain.csv")) heder=no", &session) == "unknown-key")
    #expect(try load("load cvs \(server.url("/plain.csv"))", &session) == "unknown-importer")
    #expect(try load("load ftp://example.org/x.csv", &session) == "unknown-scheme")
    #expect(try load("load file:///etc/passwd", &session) == "unknown-scheme")
    #expect(try load("load s3://bucket/x.csv", &session) == "unknown-scheme")
    #expect(try load("load https://", &session) == "bad-url")
    #expect(server.requests.isEmpty)
  }

  @Test("a session without network access fetches nothing and hides the password in its error")
  func closed() throws {
    var session = CommandFixture.session()
    let report = try run("load https://me:secret@example.org/x.csv", &session)
    let error = try #require(report.error)
    #expect(error.code == "network-closed" && error.message.contains("***@example.org"))
    #expect(session.wasRefused)
    let context = try session.services.importContext(Checkout.path("README.md"), Cancellation())
    #expect((try? context.fetch("http://127.0.0.1:1/")) == nil)
  }

  @Test("an importer reaches the network through its context, within the limits of the settings")
  func importers() throws {
    let server = try server()
    var session = session()
    #expect(session.report("set fetch-timeout=7 fetch-limit=1")?.error == nil)
    #expect(session.session.network.seconds == 7 && session.session.network.bytes == 1 << 20)
    let context = try session.session.importContext(of: Checkout.path("README.md"))
    #expect(try context.fetch(server.url("/plain.csv")).bytes == Array(Self.csv.utf8))
    let large = try LoopbackServer { _ in
      LoopbackServer.reply(String(repeating: "x", count: 1 << 20) + "y", type: "text/csv")
    }
    #expect(try load("load \(large.url("/x.csv"))", &session) == "too-large")
  }
}
