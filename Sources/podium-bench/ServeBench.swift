import ArgumentParser
import FoundationEssentials
import Glibc
import PodiumBenchmarks
import PodiumCore
import PodiumFiles
import PodiumPlugin
import PodiumTestKit

/// `podium-bench serve`: the service under load, next to peers and to a server that says hello.
struct ServeBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Requests a second of the service, next to peers.",
    discussion: """
      It makes a workspace with 1,000 ski pairs of a team, starts podium-serve over it, and asks with wrk (Debian: wrk). A peer's \
      script is called as PEER --data DIR; it starts its servers, prints an object for each with name and url, an empty line \
      when all are ready, and ends them at TERM. The server called hello is what the others are compared with. Contestants \
      take turns; a row compares medians.
      """)

  @Option(help: "Seconds of each measurement.")
  var seconds = 4

  @Option(help: "Number of rounds.")
  var rounds = 3

  @Option(help: "Connections at once.")
  var connections = 32

  @Option(
    help: ArgumentHelp("Peer's script, as in 'python3 Sources/podium-bench/Peers/serve_peers.py'.", valueName: "cmd"))
  var peer: String?

  @Option(help: ArgumentHelp("File for the results, an object a line.", valueName: "file"))
  var json: String?

  /// What is asked, and how much of another contestant it must reach.
  private struct Row {
    let name: String
    let url: String
    var header = ""
    /// What follows the address, with `%d` for a number that is another one in each request; nil where all are the same.
    var varying: String?
    var goals: [(peer: String, least: Double)] = []
  }

  func run() throws {
    let home = BenchFolder()
    do {
      let service = try ServedWorkspace(in: home.path)
      defer { service.end() }
      let peers = try peer.map { try PeerServers($0, data: home.path) }
      defer { peers?.end() }
      try race(
        rows(service) + (peers?.servers.map { Row(name: $0.name, url: $0.url) } ?? []), in: home.path)
      try writing(service)
      print("memory: \(service.residentMegabytes) MB")
    } catch let error as Diagnostic {
      print(error.message)
      throw ExitCode(1)
    }
  }

  private func rows(_ service: ServedWorkspace) -> [Row] {
    let list = service.url + "/api/v1/ski/pair?limit=25"
    let one = service.url + "/api/v1/ski/pair/4700500"
    let token = "Authorization: Bearer " + service.token
    return [
      Row(
        name: "25 records", url: list, header: token,
        goals: [("hello", 0.12), ("datasette", 10), ("rest framework", 10)]),
      Row(
        name: "25 records, others each time", url: service.url + "/api/v1/ski/pair", header: token,
        varying: "?limit=25&order=serial_number&serial_number.ge=%d"),
      Row(name: "one record", url: one, header: token, goals: [("hello", 0.3)]),
      Row(
        name: "one record, another each time", url: service.url + "/api/v1/ski/pair", header: token, varying: "/%d"),
      Row(
        name: "not modified", url: one, header: token + "' -H 'If-None-Match: \"1\"", goals: [("hello", 0.45)]),
      Row(name: "without account", url: service.url + "/api/v1/me"),
    ]
  }

  /// A script of wrk that asks for another address each time.
  private func script(_ form: String, in folder: String) throws -> String {
    let text = """
      local number, base = 0, nil
      function init() base = wrk.path end
      function request()
        number = (number + 331) % 970
        return wrk.format(nil, base .. string.format("\(form)", 4700000 + number))
      end

      """
    let file = folder + "/request.lua"
    unlink(file)
    try DiskFiles().write(Array(text.utf8), to: file, shown: file, mode: .new)
    return file
  }

  private func race(_ rows: [Row], in folder: String) throws {
    var found: [[Double]] = rows.map { _ in [] }
    for _ in 0..<rounds {
      for (place, row) in rows.enumerated() {
        var option = row.header.isEmpty ? "" : " -H '\(row.header)'"
        if let varying = row.varying { option += " -s '\(try script(varying, in: folder))'" }
        let text = try PeerServers.output(
          "wrk -t2 -c\(connections) -d\(seconds)s\(option) '\(row.url)'")
        found[place].append(ServeBench.number(after: "Requests/sec:", in: text))
      }
    }
    let medians = found.map { $0.sorted()[$0.count / 2] }
    var lines: [String] = []
    for (row, median) in zip(rows, medians) {
      var text = "\(row.name): \(NumberText.fixed(median, 0)) requests/s"
      for goal in row.goals {
        guard let place = rows.firstIndex(where: { $0.name == goal.peer }), medians[place] > 0 else { continue }
        let ratio = median / medians[place]
        text += ", \(NumberText.fixed(ratio, 2)) × \(goal.peer) (goal \(NumberText.shortest(goal.least)))"
        if ratio < goal.least { text += " missed" }
      }
      print(text)
      lines.append(
        JSONValue.object([("row", .string(row.name)), ("requests_s", .number(median))]).text + "\n")
    }
    if let json { try DiskFiles().write(Array(lines.joined().utf8), to: json, shown: json, mode: .replace) }
  }

  /// Lines that write, through the service and piped into podium, in turn.
  private func writing(_ service: ServedWorkspace) throws {
    for (name, line) in [
      ("moves", { (number: Int) in "ski move 1 \(4_700_000 + number % 8) \(1 + number % 7)" }),
      ("goals", { (number: Int) in "football goal \(1 + number % 50) home" }),
    ] as [(String, (Int) -> String)] {
      var (served, piped): ([Double], [Double]) = ([], [])
      for round in 0..<rounds {
        let lines = (0..<200).map { line(round * 200 + $0) }
        served.append(try service.send(lines))
        piped.append(try service.pipe(lines))
      }
      let (own, other) = (served.sorted()[rounds / 2], piped.sorted()[rounds / 2])
      let ratio = other / own
      print(
        "\(name): \(NumberText.fixed(own * 5, 2)) ms each, \(NumberText.fixed(ratio, 2)) × the same lines piped into podium"
          + " (goal 0.8)" + (ratio < 0.8 ? " missed" : ""))
    }
  }

  static func number(after word: String, in text: String) -> Double {
    text.split(separator: "\n").first { $0.contains(word) }
      .flatMap { Double($0.split(separator: ":").last?.trimmingPrefix { $0 == " " } ?? "") } ?? 0
  }
}

/// A made workspace with the service over it.
private struct ServedWorkspace {
  let url: String
  let token: String
  private let folder: String
  private let process: Int32
  private let pipe: UnsafeMutablePointer<FILE>

  private static var programs: String {
    let own = CommandLine.arguments[0]
    return FilePath(own).parent?.text ?? "."
  }

  /// Today, as matches that can be reported need it.
  private static var day: String { Value.date(Moment(microseconds: time(nil) * 1_000_000).date).fileText }

  init(in folder: String) throws {
    self.folder = folder
    var lines = [
      "ski team add Sverige", "ski waxer add UN team=Sverige", "ski athlete add \"Anna Nilsson\" team=Sverige",
      "ski session new Falun at=2026-01-20T08:30+01:00 waxer=UN",
    ]
    for number in 0..<1000 {
      lines.append(
        "ski pair add \(4_700_000 + number) owner=\"Anna Nilsson\" brand=Fischer type=Skate base=Black "
          + "nickname=n\(number) weight=70 full=1.2 half=6.3")
    }
    lines.append("ski rank 1 " + (0..<8).map { "\(4_700_000 + $0)" }.joined(separator: " ") + " add=yes")
    // Fifty matches of one club that are played now.
    for number in 0..<50 {
      lines.append("football match add M1 SKIF Guest\(number) at=\(Self.day) zone=UTC")
      lines.append("football start \(1 + number)")
    }
    let all = (lines + [""]).joined(separator: "\n")
    try DiskFiles().write(Array(all.utf8), to: folder + "/made.podium", shown: "made.podium", mode: .new)
    let store = "--workspace '\(folder)/made.workspace'"
    _ = try PeerServers.output("'\(Self.programs)/podium' --no-rc \(store) < '\(folder)/made.podium' > /dev/null")
    let serve = "'\(Self.programs)/podium-serve'"
    let scopes = "--scope ski.team=Sverige --scope football.team=SKIF"
    _ = try PeerServers.output("\(serve) user add bench --role reporter \(scopes) \(store) --format json")
    let made = try PeerServers.output("\(serve) token add bench --label bench \(store) --format json")
    guard let token = (try? JSONReader.value(Array(made.utf8)))?["token"]?.string else {
      throw ValidationError("podium-serve gives no token; build it with PODIUM_SERVE=1")
    }
    self.token = token
    let command = "exec \(serve) --listen 127.0.0.1:0 \(store) --limit rate=0 2> /dev/null"
    guard let pipe = popen(command, "r") else { throw ValidationError("podium-serve does not start") }
    self.pipe = pipe
    let ready = PeerServers.line(of: pipe).flatMap { try? JSONReader.value(Array($0.utf8)) }
    guard let url = ready?["ready"]?.string, let process = ready?["pid"]?.integer.flatMap(Int32.init(exactly:)) else {
      throw ValidationError("podium-serve does not start")
    }
    (self.url, self.process) = (url.hasSuffix("/") ? String(url.dropLast()) : url, process)
  }

  /// The seconds that commands take, one after the other over one connection.
  func send(_ lines: [String]) throws -> Double {
    var text = ""
    for line in lines {
      let body = JSONValue.object([("command", .string(line))]).text
      text += "next\nurl = \"\(url)/api/v1/commands\"\nheader = \"Authorization: Bearer \(token)\"\n"
      text += "header = \"Content-Type: application/json\"\nfail\nsilent\noutput = /dev/null\n"
      text += "data = \"\(body.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"\n"
    }
    let file = folder + "/requests.curl"
    unlink(file)
    try DiskFiles().write(Array(text.dropFirst(5).utf8), to: file, shown: file, mode: .new)
    return try seconds { _ = try PeerServers.output("curl --fail-early --config '\(file)'") }
  }

  /// The seconds that podium takes for the same lines from its standard input.
  func pipe(_ lines: [String]) throws -> Double {
    let file = folder + "/lines.podium"
    unlink(file)
    try DiskFiles().write(
      Array((lines.joined(separator: "\n") + "\n").utf8), to: file, shown: file, mode: .new)
    return try seconds {
      _ = try PeerServers.output(
        "'\(Self.programs)/podium' --no-rc --format json --workspace '\(folder)/made.workspace' < '\(file)' > /dev/null"
      )
    }
  }

  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .seconds(1)
  }

  var residentMegabytes: Int {
    let text = (try? PeerServers.output("cat /proc/\(process)/status")) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
  }

  func end() {
    kill(process, SIGTERM)
    pclose(pipe)
  }
}

/// The servers of a peer's script, which run until the benchmark ends.
private struct PeerServers {
  let servers: [(name: String, url: String)]
  private let process: Int32
  private let pipe: UnsafeMutablePointer<FILE>

  init(_ script: String, data: String) throws {
    guard let pipe = popen("exec \(script) --data '\(data)'", "r") else {
      throw ValidationError("'\(script)' could not be started")
    }
    self.pipe = pipe
    var servers: [(name: String, url: String)] = []
    var process: Int32 = 0
    while let line = Self.line(of: pipe), line != "\n" {
      guard let value = try? JSONReader.value(Array(line.utf8)) else { continue }
      if let pid = value["pid"]?.integer.flatMap(Int32.init(exactly:)) { process = pid }
      if let name = value["name"]?.string, let url = value["url"]?.string { servers.append((name, url)) }
    }
    (self.servers, self.process) = (servers, process)
  }

  func end() {
    if process > 0 { kill(process, SIGTERM) }
    pclose(pipe)
  }

  static func line(of pipe: UnsafeMutablePointer<FILE>) -> String? {
    var buffer = [CChar](repeating: 0, count: 1 << 16)
    guard fgets(&buffer, Int32(buffer.count), pipe) != nil else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// What a command of the shell prints; throws where it fails.
  static func output(_ command: String) throws -> String {
    guard let pipe = popen(command, "r") else { throw ValidationError("'\(command)' could not be started") }
    var text = ""
    while let line = line(of: pipe) { text += line }
    guard pclose(pipe) == 0 else { throw ValidationError("'\(command)' failed") }
    return text
  }
}
