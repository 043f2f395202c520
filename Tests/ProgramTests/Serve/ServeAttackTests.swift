import Glibc
import PodiumTestKit
import Testing

/// Bytes that are not what a service expects; after each a request that is as it should be is answered.
@Suite(.enabled(if: ServedHome.isBuilt, "podium-serve is not built; ./test builds it"))
struct ServeAttackTests {
  /// What is sent, and what it must be answered; whether the connection closes.
  private struct Attack {
    let name: String
    let text: String
    let statuses: Set<Int>
    let closes: Bool

    init(_ name: String, _ text: String, _ statuses: Set<Int>, closes: Bool = true) {
      (self.name, self.text, self.statuses, self.closes) = (name, text, statuses, closes)
    }
  }

  private static func attacks(_ serve: RunningServe) -> [Attack] {
    let host = "Host: localhost:\(serve.port)\r\n"
    func get(_ fields: String) -> String { "GET /healthz HTTP/1.1\r\n\(host)\(fields)\r\n" }
    func post(_ fields: String, _ body: String = "") -> String { "POST /login HTTP/1.1\r\n\(host)\(fields)\r\n\(body)" }
    let fields = (0..<101).map { "X\($0): 1\r\n" }
    let long = String(repeating: "a", count: 100_000)
    let trailer = (0..<5000).map { "X\($0): 1\r\n" }.joined()
    return [
      Attack("no host", "GET /healthz HTTP/1.1\r\n\r\n", [400]),
      Attack("no host in HTTP/1.0", "GET /healthz HTTP/1.0\r\n\r\n", [400]),
      Attack("two hosts", get(host), [400]),
      Attack("another host", "GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n", [421], closes: false),
      Attack("an address of another host", "GET http://evil.example/healthz HTTP/1.1\r\n\(host)\r\n", [421]),
      Attack("an address of another scheme", "GET ftp://evil.example/healthz HTTP/1.1\r\n\(host)\r\n", [400]),
      Attack("every address", "OPTIONS * HTTP/1.1\r\n\(host)\r\n", [400]),
      Attack(
        "control: an address of this host", "GET http://localhost:\(serve.port)/healthz HTTP/1.1\r\n\(host)\r\n", [200],
        closes: false),
      Attack("a length and chunks", post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), [400]),
      Attack(
        "chunks in HTTP/1.0",
        "POST /login HTTP/1.0\r\n\(host)Transfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n0\r\n\r\n", [400]),
      Attack("two codings", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), [400]),
      Attack(
        "a trailer of 5000 fields", post("Transfer-Encoding: chunked\r\n", "0\r\n" + trailer + "\r\n"), [400, 431]),
      Attack("two lengths", post("Content-Length: 3\r\nContent-Length: 4\r\n", "abcd"), [400]),
      Attack("a negative length", post("Content-Length: -3\r\n", "abc"), [400]),
      Attack("a length beyond all numbers", post("Content-Length: 1180591620717411303424\r\n"), [400, 413]),
      Attack("an unknown coding", post("Transfer-Encoding: fun\r\n"), [415]),
      Attack("a folded field", get("X: a\r\n b\r\n"), [400]),
      Attack("a space before the colon", get("X : a\r\n"), [400]),
      Attack("line feeds alone", "GET /healthz HTTP/1.1\nHost: localhost:\(serve.port)\n\n", [400]),
      Attack("NUL in a field", get("X: a\0b\r\n"), [400]),
      Attack("control characters in the address", "GET /\u{1}healthz HTTP/1.1\r\n\(host)\r\n", [400]),
      Attack("a header of 17 KB", get("X: \(long.prefix(17_000))\r\n"), [431]),
      Attack("101 fields", get(fields.joined()), [431]),
      Attack("control: 90 fields", get(fields.prefix(90).joined()), [200], closes: false),
      Attack("an address of 9 KB", "GET /healthz?\(long.prefix(9000)) HTTP/1.1\r\n\(host)\r\n", [414]),
      Attack("an address of 100 KB", "GET /healthz?\(long) HTTP/1.1\r\n\(host)\r\n", [414, 431]),
      Attack(
        "control: an address of 7 KB", "GET /healthz?\(long.prefix(7000)) HTTP/1.1\r\n\(host)\r\n", [200], closes: false
      ),
      Attack("TRACE", "TRACE / HTTP/1.1\r\n\(host)\r\n", [405]),
      Attack("CONNECT", "CONNECT evil.example:1 HTTP/1.1\r\n\(host)\r\n", [400, 405]),
      Attack("an unknown method", "FOO / HTTP/1.1\r\n\(host)\r\n", [400, 405]),
      Attack("HTTP/9", "GET /healthz HTTP/9.9\r\n\(host)\r\n", [400]),
      Attack("TLS on the plain port", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0", [400]),
      Attack("10 GB", post("Content-Length: 10000000000\r\n"), [413]),
      Attack("10 GB that wait", post("Expect: 100-continue\r\nContent-Length: 10000000000\r\n"), [413]),
      Attack("another expectation", post("Expect: fun\r\nContent-Length: 1\r\n", "a"), [417]),
      Attack(
        "chunks without end",
        post("Transfer-Encoding: chunked\r\n", String(repeating: "186A0\r\n\(long)\r\n", count: 5)), [413]),
      Attack("a chunk with 100 KB of words", post("Transfer-Encoding: chunked\r\n", "1;\(long)\r\na\r\n"), [400]),
      Attack(
        "control: chunks", post("Transfer-Encoding: chunked\r\n", "1\r\na\r\n1\r\nb\r\n0\r\n\r\n"), [403], closes: false
      ),
      Attack(
        "an offer of HTTP/2",
        get("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"), [200]),
      Attack("control: HTTP/1.0", "GET /healthz HTTP/1.0\r\n\(host)\r\n", [200]),
    ]
  }

  @Test func `each is refused, and closes where the rest cannot be trusted`() throws {
    let home = try ServedHome()
    let serve = try home.start()
    for attack in Self.attacks(serve) {
      let connection = serve.connect()
      connection.send(attack.text)
      let isAnswered = attack.closes ? connection.waitForEnd() : connection.wait { $0.contains("\r\n\r\n") }
      #expect(isAnswered, "\(attack.name): neither answered nor closed")
      #expect(connection.status.map(attack.statuses.contains) == true, "\(attack.name): \(connection.text.prefix(300))")
      if connection.status != 200 {
        #expect(connection.text.contains("application/problem+json"), "\(attack.name)")
        for header in ["X-Content-Type-Options: nosniff", "Content-Security-Policy: default-src 'none'"] {
          #expect(connection.text.contains(header), "\(attack.name)")
        }
      }
      #expect(serve.isWell, "after \(attack.name)")
    }
    #expect(serve.end() == .status(0))
  }

  @Test func `a body that waits for 100 is asked for, and one that is cut short does nothing`() throws {
    let home = try ServedHome()
    let serve = try home.start()
    let body = "{\"command\":\"ski pair add 600\"}"
    let fields = ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
    let waiting = serve.connect()
    waiting.send(serve.request("POST /api/v1/commands", "Expect: 100-continue", fields[0], fields[1], as: home.token))
    #expect(waiting.wait { $0.contains("100 Continue\r\n\r\n") })
    waiting.send(body)
    #expect(waiting.wait { $0.contains("HTTP/1.1 200") })
    // Chunks whose end never comes, on a connection that its client closes: as they are they would be a command.
    do {
      let short = serve.connect()
      short.send(
        serve.request("POST /api/v1/commands", fields[0], "Transfer-Encoding: chunked", as: home.token)
          + "1e\r\n{\"command\":\"ski pair add 700\"}\r\n")
    }
    #expect(serve.isWell)
    #expect(serve.end() == .status(0))
    let run = try home.home.podium(["--no-rc", "--workspace", "own.sqlite", "-c", "ski pairs"])
    #expect(run.outputText.contains("600") && !run.outputText.contains("700"))
  }

  @Test(arguments: ["header", "body"])
  func `a request that drips in is closed, however its parts follow one another`(part: String) throws {
    let home = try ServedHome()
    let serve = try home.start(["--time", part + "=300"])
    let slow = serve.connect()
    slow.send(
      part == "header" ? "GET /healthz HTTP/1.1\r\nX: " : serve.request("POST /login", "Content-Length: 100000"))
    var isClosed = false
    for _ in 0..<30_000 where !isClosed {
      isClosed = !slow.send("a")
      Waiting.pause(milliseconds: 10)
    }
    #expect(isClosed)
    #expect(serve.isWell && serve.end() == .status(0))
  }

  @Test func `an idle connection and a reader that never reads are closed`() throws {
    let home = try ServedHome()
    let serve = try home.start(["--time", "idle=300", "--time", "answer=300"])
    #expect(serve.connect().waitForEnd())
    let request = serve.request("GET /api/v1/ski/pair", as: home.token)
    #expect(serve.connect().flood(String(repeating: request, count: 100)))
    #expect(serve.isWell && serve.end() == .status(0))
  }

  @Test func `one connection too many is closed, of one address and of all`() throws {
    let home = try ServedHome()
    let serve = try home.start(["--limit", "connections=40"])
    func isServed(_ connection: RawConnection) -> Bool {
      connection.answer(to: serve.request("GET /healthz"))?.status == 200
    }
    var own = (0..<32).map { _ in serve.connect() }
    #expect(own.allSatisfy(isServed))
    #expect(!isServed(serve.connect()))
    let others = (0..<8).map { _ in serve.connect(from: "127.0.0.2") }
    #expect(others.allSatisfy(isServed))
    #expect(!isServed(serve.connect(from: "127.0.0.3")))
    #expect(own.allSatisfy(isServed))
    own.removeLast()
    #expect(Waiting.until { isServed(serve.connect(from: "127.0.0.3")) })
    #expect(serve.end() == .status(0))
  }
}
