import Glibc
import PodiumCore
import PodiumTestKit
import Testing

/// The service as a program: start, requests, stop, kill.
@Suite(.enabled(if: ServedHome.isBuilt, "podium-serve is not built; ./test builds it"))
struct ServeTests {
  @Test func `it says where it is, answers, and ends with 0 on TERM and on Ctrl-C`() throws {
    let home = try ServedHome()
    for signal in [SIGTERM, SIGINT] {
      let serve = try home.start()
      #expect(serve.ready["v"]?.integer == 1 && serve.ready["pid"]?.integer != nil)
      #expect(serve.ready["ready"]?.string == "http://127.0.0.1:\(serve.port)")
      let health = try serve.answer(serve.request("GET /healthz"))
      #expect(health.status == 200 && health.body == "ok\n")
      let without = try serve.answer(serve.request("GET /api/v1/ski/pair"))
      #expect(without.status == 401 && without.body.contains("no-account"))
      let pairs = try serve.answer(serve.request("GET /api/v1/ski/pair?fields=serial_number", as: home.token))
      #expect(pairs.status == 200 && pairs.body.contains("4711017"))
      #expect(pairs.header.contains("nosniff") && pairs.header.lowercased().contains("\r\ndate: "))
      #expect(!pairs.header.lowercased().contains("\r\nserver:"))
      #expect(serve.end(signal) == .status(0))
      // The last connection to a workspace takes its log with it.
      #expect(home.home.bytes("own.sqlite-wal") == nil)
    }
  }

  @Test func `HEAD has the length and no body, and a connection is used again`() throws {
    let home = try ServedHome()
    let serve = try home.start()
    let connection = serve.connect()
    let whole = try #require(connection.answer(to: serve.request("GET /api/v1/ski/pair", as: home.token)))
    connection.send(serve.request("HEAD /api/v1/ski/pair", as: home.token) + serve.request("GET /healthz"))
    #expect(connection.wait { $0.hasSuffix("ok\n") })
    #expect(connection.text.contains("Content-Length: \(whole.body.utf8.count)\r\n"))
    // A stream has no length, and HEAD has nothing of it.
    let events = serve.connect()
    events.send(serve.request("HEAD /api/v1/events", as: home.token) + serve.request("GET /healthz"))
    #expect(events.wait { $0.hasSuffix("ok\n") } && events.text.split(separator: "Content-Length").count == 2)
    // Three at once are answered in order, and the last one closes.
    connection.send(
      serve.request("GET /healthz") + serve.request("GET /nothing", as: home.token)
        + serve.request("GET /readyz", "Connection: close"))
    #expect(connection.waitForEnd() && connection.text.hasSuffix("ready\n"))
  }

  @Test func `a request is answered, whatever follows it`() throws {
    let home = try ServedHome()
    let serve = try home.start()
    for (field, rest) in [
      ("Connection: close", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"), ("Connection: close", "\u{1}\u{2}\r\n\r\n"),
      ("Accept: */*", "\u{1}\u{2}\r\n\r\n"),
    ] {
      let connection = serve.connect()
      connection.send(serve.request("GET /api/v1/ski/pair", field, as: home.token) + rest)
      #expect(connection.waitForEnd() && connection.text.contains("4711017"), "\(field) \(connection.text.prefix(300))")
      #expect(connection.text.split(separator: "HTTP/1.1 ").count == 1)
    }
    #expect(serve.end() == .status(0))
  }

  @Test func `a login lets a browser in, by a form of this service alone`() throws {
    let home = try ServedHome()
    let serve = try home.start()
    func logIn(_ password: String, _ origin: String) throws -> (status: Int, header: String, body: String) {
      let form = "name=root&password=\(password)&next=/api/v1/me"
      let fields =
        "Origin: \(origin)\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)"
      return try serve.answer(serve.request("POST /login", fields) + form)
    }
    let own = "http://localhost:\(serve.port)"
    let found = try logIn(home.password, own)
    #expect(found.status == 303 && found.header.contains("Location: /api/v1/me"))
    let line = try #require(found.header.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: podium=") })
    #expect(line.contains("HttpOnly") && line.contains("SameSite=Lax"))
    let cookie = try #require(line.dropFirst("Set-Cookie: ".count).split(separator: ";").first)
    let me = try serve.answer(serve.request("GET /api/v1/me", "Cookie: \(cookie)"))
    #expect(me.status == 200 && me.body.contains("\"root\""))
    #expect(try logIn("wrong", own).status == 401)
    #expect(try logIn(home.password, "http://evil.example").status == 403)
    #expect(try serve.answer(serve.request("GET /api/v1/me", "Cookie: podium=x")).status == 401)
  }

  @Test func `a stream tells what another podium writes, says goodbye on TERM, and holds nothing up`() throws {
    let home = try ServedHome()
    let serve = try home.start()
    let stream = serve.connect()
    stream.send(serve.request("GET /api/v1/events", as: home.token))
    #expect(stream.wait { $0.contains("retry: 3000") })
    let run = try home.home.podium(["--no-rc", "--workspace", "own.sqlite", "-c", "ski pair add 4711018"])
    #expect(run.ending == .status(0))
    #expect(stream.wait { $0.contains("event: change") && $0.contains("ski.pair") })
    #expect(serve.end() == .status(0))
    #expect(stream.waitForEnd() && stream.text.contains("event: bye"))
  }

  @Test func `what was asked for with a key is done once, though the service is killed`() throws {
    let home = try ServedHome()
    func request(_ serve: RunningServe, _ number: Int) -> String {
      serve.request(
        "POST /api/v1/commands", "Idempotency-Key: key-\(number)", as: home.token,
        body: "{\"command\":\"ski pair add 500\(number)\"}")
    }
    for number in 1...4 {
      let first = try home.start()
      // Every other time the answer is not waited for.
      if number % 2 == 0 {
        #expect(try first.answer(request(first, number)).status == 200)
      } else {
        first.connect().send(request(first, number))
      }
      #expect(first.end(SIGKILL) == .signal(SIGKILL))
      let second = try home.start()
      let again = try second.answer(request(second, number))
      #expect(again.status == 200, "\(again)")
      if number % 2 == 0 { #expect(again.header.contains("Idempotency-Replayed: true")) }
      let found = try second.answer(
        second.request("GET /api/v1/ski/pair?serial_number=500\(number)&count=yes", as: home.token))
      #expect(found.body.contains("\"total\":1"), "\(found.body)")
      #expect(second.end() == .status(0))
    }
  }

  @Test func `where requests come from is believed of the proxy alone`() throws {
    let home = try ServedHome()
    let forwarded = "X-Forwarded-For: 203.0.113.9, 198.51.100.7"
    let plain = try home.start()
    _ = try plain.answer(plain.request("GET /healthz", forwarded))
    #expect(Waiting.until { !plain.log.isEmpty } && plain.log.first?["address"]?.string == "127.0.0.1")
    #expect(plain.end() == .status(0))
    let (listener, free) = RawConnection.listener()
    close(listener)
    let proxied = try home.start([
      "--listen", "127.0.0.1:\(free)", "--behind-proxy", "127.0.0.1", "--host", "podium.test",
    ])
    func ask(_ fields: String, from address: String) throws -> Int {
      let connection = proxied.connect(from: address)
      return try #require(connection.answer(to: "GET /healthz HTTP/1.1\r\nHost: podium.test\r\n\(fields)\r\n\r\n"))
        .status
    }
    #expect(proxied.ready["ready"]?.string == "https://podium.test")
    #expect(try ask(forwarded + "\r\nX-Forwarded-Proto: https", from: "127.0.0.1") == 200)
    #expect(try ask(forwarded, from: "127.0.0.2") == 200)
    #expect(try ask("X-Forwarded-Proto: http", from: "127.0.0.1") == 403)
    // What is refused before it is a request of the service is in the log too.
    #expect(Waiting.until { proxied.log.count >= 3 })
    let served = proxied.log.filter { $0["status"]?.integer == 200 }
    #expect(served.map { $0["address"]?.string } == ["198.51.100.7", "127.0.0.2"])
    #expect(proxied.log.contains { $0["status"]?.integer == 403 && $0["code"]?.string == "forbidden" })
  }

  @Test(
    .enabled(if: access("/usr/bin/openssl", X_OK) == 0, "openssl, which speaks TLS to the service, is not installed"))
  func `it speaks TLS 1.2 and 1.3, and nothing in clear`() throws {
    let home = try ServedHome()
    home.home.write(SampleCertificates.certificate, to: "own.pem")
    home.home.write(SampleCertificates.key, to: "own.key")
    let serve = try home.start(["--tls-cert", "own.pem", "--tls-key", "own.key", "--host", "podium.test"])
    #expect(serve.ready["ready"]?.string == "https://podium.test:\(serve.port)")
    func speak(_ version: String) throws -> ProgramRun {
      try ProgramRun(
        ["/usr/bin/openssl", "s_client", "-quiet", "-connect", "127.0.0.1:\(serve.port)", version],
        input: Array("GET /healthz HTTP/1.1\r\nHost: podium.test\r\nConnection: close\r\n\r\n".utf8),
        environment: ["PATH": "/usr/bin"], folder: home.home.work)
    }
    for version in ["-tls1_2", "-tls1_3"] {
      let run = try speak(version)
      #expect(
        run.outputText.contains("200 OK") && run.outputText.contains("Strict-Transport-Security"), "\(run.errorText)")
    }
    #expect(try !speak("-tls1_1").outputText.contains("HTTP/1.1"))
    let plain = serve.connect()
    plain.send(serve.request("GET /healthz"))
    #expect(plain.waitForEnd() && plain.status == nil)
  }
}
