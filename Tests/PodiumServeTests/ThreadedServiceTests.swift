import Glibc
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumStore
import PodiumTestKit
import Synchronization
import Testing

@testable import PodiumServe

/// A service over a file: several connections, another podium that writes meanwhile, streams, the end.
@Suite struct ThreadedServiceTests {
  private struct Running: Sendable {
    let service: Service
    let token: String
    let path: String
    let registry: Registry

    init(in folder: TemporaryFolder, patience: Double = 5) throws {
      path = folder.path + "/team.podium"
      var whole = try Assembly.session(folder: folder.path, datasets: [])
      let registry = whole.registry
      let base = Workspace(file: path, author: "host", migrations: registry.storeMigrations, patience: patience) {
        Moment(microseconds: 1_769_245_200_000_000)
      }
      whole.services.store = base
      for line in [
        "ski team add Sverige", "ski athlete add \"Anna Nilsson\" team=Sverige",
        "ski pair add 4711001 owner=\"Anna Nilsson\"",
      ] { _ = whole.run(line) { #expect($0.error == nil) } }
      try base.settle()
      var accounts = Accounts()
      _ = try accounts.add("karis", .reporter, scopes: ["ski.team": ["Sverige"]])
      let now = Moment(microseconds: 1_769_245_200_000_000)
      token = try accounts.addToken(to: "karis", label: "", days: 1, at: now).token
      var settings = ServiceSettings(now: { Moment(microseconds: 1_769_245_200_000_000) }, clock: { 0 })
      settings.hosts = ["h"]
      settings.limits.rate = 0
      let readers = [try #require(base.companion())]
      let quick = try (0..<2).map { _ in try #require(base.companion(patience: 0)) }
      service = try Service(registry, whole.services, AccountBook(accounts), settings, readers: readers, quick: quick)
      self.registry = registry
    }

    func send(_ method: String, _ target: String, _ body: String = "", header: [String: String] = [:]) async
      -> ServedAnswer
    {
      let fields = ["host": "h", "authorization": "Bearer " + token, "content-type": "application/json"]
      guard
        let request = ServedRequest(
          method, target, header: fields.merging(header) { _, given in given }, body: Array(body.utf8))
      else { return ServedAnswer(0) }
      return await withCheckedContinuation { done in
        service.answer(request, from: RequestOrigin("::1")) { done.resume(returning: $0) }
      }
    }
  }

  @Test func `nothing is lost or done twice while others write`() async throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let running = try Running(in: folder)
    let (clients, each) = (8, 10)
    let other = Workspace(file: running.path, author: "waxer", migrations: running.registry.storeMigrations) {
      Moment(microseconds: 1_769_245_200_000_000)
    }
    var outside = try Assembly.session(folder: folder.path, datasets: [])
    outside.services.store = other
    let statuses = await withTaskGroup(of: [Int].self) { group in
      for client in 0..<clients {
        group.addTask {
          var statuses: [Int] = []
          for number in 0..<each {
            let line = #"{"command": "ski pair add C\#(client)N\#(number) owner=\"Anna Nilsson\""}"#
            let key = ["idempotency-key": "\(client) \(number)"]
            // Each is sent twice, as after a lost answer.
            statuses.append(await running.send("POST", "/api/v1/commands", line, header: key).status)
            statuses.append(await running.send("POST", "/api/v1/commands", line, header: key).status)
            _ = await running.send("GET", "/api/v1/ski/pair?limit=5")
          }
          return statuses
        }
      }
      for number in 0..<20 {
        _ = outside.run("ski pair add W\(number) owner=\"Anna Nilsson\"") { #expect($0.error == nil, "\($0)") }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(statuses.allSatisfy { $0 == 200 }, "\(statuses)")
    let pairs = try other.records(RecordQuery("ski.pair"))
    #expect(pairs.count == 1 + clients * each + 20)
    #expect(pairs.count { $0.created.by == "karis" } == clients * each)
    #expect(pairs.count { $0.created.by == "waxer" || $0.created.by == "test" } == 20)
    running.service.stop()
    #expect(await running.send("GET", "/api/v1/me").status == 503)
  }

  @Test func `what was answered before is read again after a change, also of another program`() async throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let running = try Running(in: folder)
    let other = Workspace(file: running.path, author: "waxer", migrations: running.registry.storeMigrations) {
      Moment(microseconds: 1_769_245_200_000_000)
    }
    var outside = try Assembly.session(folder: folder.path, datasets: [])
    outside.services.store = other
    func list() async -> String { String(decoding: await running.send("GET", "/api/v1/ski/pair").body, as: UTF8.self) }
    func one() async -> Int {
      await running.send("GET", "/api/v1/ski/pair/4711001", header: ["if-none-match": "\"1\""]).status
    }
    let first = await list()
    #expect(await list() == first)
    #expect(first.contains("4711001"))
    #expect(await one() == 304)
    #expect(await one() == 304)
    _ = outside.run("ski pair add 9 owner=\"Anna Nilsson\"") { #expect($0.error == nil) }
    #expect(await list().contains("\"9\""))
    _ = await running.send("PATCH", "/api/v1/ski/pair/4711001", #"{"nickname": "n"}"#, header: ["if-match": "\"1\""])
    #expect(await one() == 200)
    #expect(await list().contains("\"n\""))
    running.service.stop()
  }

  @Test func `a workspace that another program holds is 503 for writing alone, and then well again`() async throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let running = try Running(in: folder, patience: 0)
    let other = Workspace(file: running.path, author: "waxer", migrations: running.registry.storeMigrations) {
      Moment(microseconds: 1_769_245_200_000_000)
    }
    func add() async -> ServedAnswer {
      await running.send("POST", "/api/v1/ski/pair", #"{"serial_number": "9", "owner": "Anna Nilsson"}"#)
    }
    try other.begin(CommandStart("held", locks: true))
    let refused = await add()
    #expect(refused.status == 503 && String(decoding: refused.body, as: UTF8.self).contains("workspace-busy"))
    // Where the workspace lies is not for clients, in JSON or on a page.
    #expect(!String(decoding: refused.body, as: UTF8.self).contains(folder.path))
    let page = await running.send(
      "POST", "/ski/pairs", "verb=ski+pair+add&w-serial=9&request_key=x",
      header: ["content-type": "application/x-www-form-urlencoded", "accept": "text/html"])
    #expect(page.status == 503 && !String(decoding: page.body, as: UTF8.self).contains(folder.path))
    #expect(await running.send("GET", "/api/v1/ski/pair").status == 200)
    other.rollBack()
    #expect(await add().status == 201)
    running.service.stop()
  }

  @Test func `a long command is answered as a short one`() async throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let running = try Running(in: folder)
    let spaces = String(repeating: " ", count: 5000)
    for (command, status) in [
      ("ski pair edit 4711001 comment=fast" + spaces, 200), ("ski pairs" + spaces, 200), ("ski pairs \(spaces) x", 422),
      ("nothing" + spaces, 403),
    ] {
      let answer = await running.send("POST", "/api/v1/commands", "{\"command\":\"\(command)\"}")
      #expect(answer.status == status, "\(command.prefix(20))")
    }
    let pair = await running.send("GET", "/api/v1/ski/pair/4711001")
    #expect(String(decoding: pair.body, as: UTF8.self).contains("\"fast\""))
    running.service.stop()
  }

  @Test func `what cannot be read at once is not waited for where it arrives`() async throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let running = try Running(in: folder)
    let store = try #require(
      Workspace(file: running.path, author: "x", migrations: running.registry.storeMigrations) {
        Moment(microseconds: 1_769_245_200_000_000)
      }.companion(patience: 0))
    let quick = QuickReaders([store])
    let busy = ServedAnswer(problem: Diagnostic("workspace-busy", "another program holds it"))
    #expect(quick.read([1]) { _ in busy } == nil)
    #expect(quick.read([1]) { _ in ServedAnswer(problem: .notFound) }?.status == 404)
    quick.end()
    running.service.stop()
  }

  @Test func `a workspace that is gone is 503 and not made again`() async throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let running = try Running(in: folder)
    #expect(await running.send("GET", "/readyz").status == 200)
    rename(running.path, running.path + ".moved")
    for (method, target, body) in [
      ("GET", "/api/v1/ski/pair", ""), ("GET", "/readyz", ""), ("GET", "/api/v1/changes", ""),
      ("POST", "/api/v1/ski/pair", #"{"serial_number": "9", "owner": "Anna Nilsson"}"#), ("GET", "/ski/pairs", ""),
    ] {
      let answer = await running.send(method, target, body)
      #expect(answer.status == 503 && answer["Retry-After"] != nil, "\(method) \(target) \(answer.status)")
      #expect(!String(decoding: answer.body, as: UTF8.self).contains(folder.path))
    }
    #expect(access(running.path, F_OK) != 0)
    rename(running.path + ".moved", running.path)
    #expect(await running.send("GET", "/api/v1/ski/pair").status == 200)
    running.service.stop()
  }

  @Test func `of many changes to one revision one is made`() async throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let running = try Running(in: folder)
    let statuses = await withTaskGroup(of: Int.self) { group in
      for number in 0..<50 {
        group.addTask {
          await running.send(
            "PATCH", "/api/v1/ski/pair/4711001", "{\"nickname\": \"n\(number)\"}", header: ["if-match": "\"1\""]
          ).status
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.count { $0 == 200 } == 1 && statuses.allSatisfy { [200, 412].contains($0) }, "\(statuses)")
    running.service.stop()
  }

  @Test func `a stream has each change once, without values, and a goodbye`() async throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let running = try Running(in: folder)
    let answer = await running.send("GET", "/api/v1/events?kind=ski.pair")
    let stream = try #require(answer.stream)
    #expect(answer["Content-Type"] == "text/event-stream")
    _ = await running.send("POST", "/api/v1/ski/pair", #"{"serial_number": "S1", "owner": "Anna Nilsson"}"#)
    var text = ""
    for await bytes in stream {
      text += String(decoding: bytes, as: UTF8.self)
      if text.contains("event: change") { running.service.stop() }
    }
    #expect(text.contains("\"kind\":\"ski.pair\"") && text.contains("\"action\":\"insert\""), "\(text)")
    #expect(!text.contains("S1") && text.hasSuffix("event: bye\ndata: {}\n\n"), "\(text)")
  }

  @Test func `a stream goes on where it broke off`() async throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let running = try Running(in: folder)
    _ = await running.send("POST", "/api/v1/ski/pair", #"{"serial_number": "S1", "owner": "Anna Nilsson"}"#)
    let answer = await running.send("GET", "/api/v1/events?kind=ski.pair", header: ["last-event-id": "1"])
    var text = ""
    for await bytes in try #require(answer.stream) {
      text += String(decoding: bytes, as: UTF8.self)
      if text.contains("event: change") { running.service.stop() }
    }
    #expect(text.split(separator: "event: change").count == 3, "\(text)")
    #expect(await running.send("GET", "/api/v1/events?kind=surf.none").status == 503)
  }
}
