import PodiumCore
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

@testable import PodiumFetch
@testable import PodiumFormats

@Suite("Fetching from a server on this machine")
struct FetchTests {
  @Test("a resource comes with the server's metadata")
  func plain() throws {
    let server = try LoopbackServer { _ in
      LoopbackServer.reply(
        "a,b\n1,2\n", type: "Text/CSV; charset=utf-8",
        [
          "ETag: \"v1\"", "Last-Modified: Wed, 01 May 2024 10:00:00 GMT",
          "Content-Disposition: attachment; filename=\"x;y.csv\"",
        ])
    }
    let resource = try Fetching.get(server.url("/data?q=1#part"))
    #expect(resource.text == "a,b\n1,2\n")
    #expect(resource.mediaType == "text/csv" && resource.suggestedName == "x;y.csv")
    #expect(resource.etag == "\"v1\"" && resource.lastModified == "Wed, 01 May 2024 10:00:00 GMT")
    #expect(resource.retrievedAt == Fetching.moment && !resource.wasUnchanged && !resource.wasPacked)
    #expect(resource.finalURL == server.url("/data?q=1"))
    let request = try #require(server.requests.first)
    #expect(request.target == "/data?q=1" && request.headers["user-agent"] == "podium/test")
    #expect(request.headers["if-none-match"] == nil && request.headers["authorization"] == nil)
  }

  @Test("a compressed transfer is decompressed, and the limit applies to the result")
  func packed() throws {
    let text = String(repeating: "1,2,3\n", count: 50_000)
    let packed = try Zlib.load().deflate(Array(text.utf8), .gzip)
    let server = try LoopbackServer { _ in LoopbackServer.reply("200 OK", ["Content-Encoding: gzip"], body: packed) }
    let resource = try Fetching.get(server.url("/x.csv"))
    #expect(resource.text == text && resource.wasPacked)
    let error = try #require(Fetching.failure(server.url("/x.csv"), bytes: text.utf8.count - 1))
    #expect(error.code == "too-large" && packed.count < 4096)
    #expect(Fetching.failure(server.url("/x.csv"), bytes: text.utf8.count) == nil)
  }

  @Test(
    "a packed transfer that is cut, broken or packed otherwise is an error", arguments: ["cut", "bit", "br", "text"])
  func halfPacked(fault: String) throws {
    let text = (0..<20_000).map { "\($0),\($0 &* 7919 % 10_007)\n" }.joined()
    var packed = try Zlib.load().deflate(Array(text.utf8), .gzip)
    switch fault {
    case "cut": packed.removeLast(packed.count / 3)
    case "bit": packed[packed.count / 2] ^= 0x10
    case "text": packed = Array(text.utf8)
    default: break
    }
    // The declared length is that of the bytes sent, so that HTTP itself finds nothing wrong.
    let encoding = fault == "br" ? "br" : "gzip"
    let server = try LoopbackServer { [packed] _ in
      LoopbackServer.reply("200 OK", ["Content-Encoding: \(encoding)"], body: packed)
    }
    let error = try #require(Fetching.failure(server.url("/x.csv")))
    #expect(error.code == "damaged-file" && error.message.contains(fault == "cut" ? "cut off" : "/x.csv"))
  }

  @Test("a few bytes that expand to very many are stopped long before the limit")
  func bomb() throws {
    let packed = try Zlib.load().deflate([UInt8](repeating: 0, count: 96 << 20), .gzip)
    let server = try LoopbackServer { _ in LoopbackServer.reply("200 OK", ["Content-Encoding: gzip"], body: packed) }
    let error = try #require(Fetching.failure(server.url("/x.csv"), bytes: 1 << 30))
    #expect(error.code == "too-large" && error.message.contains("200 times"))
  }

  @Test("redirects are followed, ten of them")
  func redirects() throws {
    let server = try LoopbackServer { request in
      let number = Int(request.target.drop { !$0.isNumber }) ?? 0
      return number == 0
        ? LoopbackServer.reply("x\n1\n", type: "text/csv")
        : LoopbackServer.reply("302 Found", ["Location: /\(number - 1)"], body: Array("moved".utf8))
    }
    let resource = try Fetching.get(server.url("/10"))
    #expect(resource.text == "x\n1\n" && resource.url == server.url("/10") && resource.finalURL == server.url("/0"))
    #expect(Fetching.failure(server.url("/11"))?.code == "too-many-redirects")
    let loop = try LoopbackServer { _ in LoopbackServer.reply("301 Moved", ["Location: /"]) }
    #expect(Fetching.failure(loop.url("/"))?.code == "too-many-redirects")
    #expect(loop.requests.count == 11)
  }

  @Test(
    "a redirect to what is neither http nor https is not followed",
    arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1:1/x", "dict://127.0.0.1/d:x"])
  func otherSchemes(target: String) throws {
    let server = try LoopbackServer { _ in LoopbackServer.reply("302 Found", ["Location: " + target]) }
    let error = try #require(Fetching.failure(server.url("/x")))
    #expect(error.code == "redirect-refused" && error.message.contains("'\(target)'"))
  }

  @Test("a password in an address or in a redirect is in no message")
  func passwords() throws {
    let server = try LoopbackServer { _ in
      LoopbackServer.reply("302 Found", ["Location: ftp://me:secret@example.org/"])
    }
    let error = try #require(
      Fetching.failure("http://you:hidden@127.0.0.1:\(server.port)/x"))
    #expect(error.code == "redirect-refused" && error.message.contains("***@"))
    #expect(!"\(error)".contains("secret") && !"\(error)".contains("hidden") && !"\(error)".contains("you:"))
    #expect(server.requests.first?.headers["authorization"] != nil)
  }

  @Test(
    "an error status is reported with its meaning",
    arguments: [
      ("404 Not Found", "404: there is nothing"), ("500 Oops", "500: the server failed"),
      ("403 No", "403: access is not allowed"), ("418 Teapot", "418: the server refused"),
      ("599 X", "599: the server failed"), ("204 Nothing", "204: there is no content"), ("304 Same", "304: unchanged"),
    ])
  func statuses(status: String, meaning: String) throws {
    let server = try LoopbackServer { _ in LoopbackServer.reply(status, body: Array("<html>no</html>".utf8)) }
    let error = try #require(Fetching.failure(server.url("/x")))
    #expect(error.code == "http-status" && error.message.contains(meaning) && error.help != nil)
  }

  @Test("an endless page after an error status is not waited for")
  func endlessNo() throws {
    let server = try LoopbackServer { _ in
      [.send(Array("HTTP/1.1 404 No\r\n\r\n".utf8)), .forever([UInt8](repeating: 0x61, count: 4096))]
    }
    #expect(Fetching.failure(server.url("/"))?.code == "http-status")
  }

  @Test("the server's reason phrase is quoted, never trusted")
  func reasons() throws {
    let server = try LoopbackServer { _ in LoopbackServer.reply("404 \u{1B}[31mred\u{7}") }
    let error = try #require(Fetching.failure(server.url("/x")))
    let shown = TextRenderer(style: .plain).render(error, input: "load")
    #expect(error.code == "http-status" && !shown.unicodeScalars.contains("\u{1B}") && !shown.contains("\u{7}"))
    #expect(shown.contains("\\u{1B}[31mred"))
  }

  @Test("a body that ends early is an error")
  func cutOff() throws {
    let server = try LoopbackServer { request in
      request.target == "/length"
        ? [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\na,b\n".utf8))]
        : [.send(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\na,b\n".utf8))]
    }
    let error = try #require(Fetching.failure(server.url("/length")))
    #expect(error.code == "cut-off" && error.message.contains("4 bytes"))
    #expect(Fetching.failure(server.url("/chunks"))?.code == "cut-off")
  }

  @Test("a server that does not speak HTTP is reported")
  func garbage() throws {
    for text in ["220 ftp.example.org ready\r\n", "\u{0}\u{1}\u{2}", "HTTP/9.9 200 OK\r\n\r\n", ""] {
      let server = try LoopbackServer { _ in [.send(Array(text.utf8))] }
      let error = try #require(Fetching.failure(server.url("/x")))
      #expect(error.code == "not-http", "for \(text.debugDescription): \(error)")
    }
  }

  @Test("endless headers and bodies are stopped")
  func floods() throws {
    let headers = try LoopbackServer { _ in
      [.send(Array("HTTP/1.1 200 OK\r\n".utf8)), .forever(Array("X-More: and more\r\n".utf8))]
    }
    #expect(Fetching.failure(headers.url("/"))?.code == "not-http")
    let line = try LoopbackServer { _ in
      [.send(Array("HTTP/1.1 200 OK\r\nX: ".utf8)), .forever([UInt8](repeating: 0x61, count: 4096))]
    }
    #expect(["not-http", "fetch-failed"].contains(Fetching.failure(line.url("/"))?.code))
    let body = try LoopbackServer { _ in
      [.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)), .forever([UInt8](repeating: 0x61, count: 4096))]
    }
    #expect(Fetching.failure(body.url("/"))?.code == "too-large")
    let slow = try LoopbackServer { _ in
      [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\n".utf8)), .wait(20_000)]
    }
    #expect(Fetching.failure(slow.url("/"), seconds: 1)?.code == "fetch-timeout")
  }

  @Test("a slow or silent server costs no more than the time limit")
  func slow() throws {
    let slow = try LoopbackServer { _ in
      [.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8))] + (0..<1000).flatMap { _ in [.send([0x61]), .wait(20)] }
    }
    let error = try #require(Fetching.failure(slow.url("/"), seconds: 1))
    #expect(error.code == "fetch-timeout" && error.message.contains("1 second"))
    let silent = try LoopbackServer { _ in [.wait(20_000)] }
    #expect(Fetching.failure(silent.url("/"), seconds: 1)?.code == "fetch-timeout")
  }

  @Test("a missing server is reported")
  func absent() throws {
    let port = try LoopbackServer { _ in [] }.port
    // The listener closes soon after its server is released.
    var error = Fetching.failure("http://127.0.0.1:\(port)/")
    for _ in 0..<100 where error?.code != "not-connected" { error = Fetching.failure("http://127.0.0.1:\(port)/") }
    #expect(error?.code == "not-connected")
    // Names in .invalid exist nowhere (RFC 2606), with or without a network.
    let unknown = try #require(Fetching.failure("http://podium.invalid/x.csv", seconds: 20))
    #expect(unknown.code == "unknown-host" && unknown.message.contains("'podium.invalid'"))
    #expect(Fetching.failure("http://127.0.0.1:99999/")?.code == "bad-url")
  }

  @Test("an interrupted fetch stops, before and while it runs")
  func interrupted() throws {
    let stopped = Cancellation()
    stopped.cancel()
    #expect(Fetching.failure("http://127.0.0.1:1/", cancellation: stopped)?.code == "interrupted")
    let cancellation = Cancellation()
    let server = try LoopbackServer { _ in
      cancellation.cancel()
      return [.wait(60_000)]
    }
    #expect(Fetching.failure(server.url("/"), seconds: 60, cancellation: cancellation)?.code == "interrupted")
  }

  @Test("a missing library is reported with the package that provides it")
  func missingLibrary() throws {
    var library = SystemLibrary.curl
    library.files = ["libcurl-that-is-not.so.4"]
    let error = try #require(throws: Diagnostic.self) { try Curl.open(library) }
    #expect(error.code == "missing-library" && error.help?.contains("libcurl4") == true)
  }
}
