import Glibc
import PodiumCore
import PodiumTestKit
import Testing

/// A workspace with accounts in a new home, and the service over it.
final class ServedHome {
  let home: Home
  let token: String
  let password: String

  /// Whether the service is built at all; `PODIUM_SERVE=1`, which `./test` sets, does.
  static let isBuilt = (try? BuiltProgram.path("podium-serve")) != nil

  init(_ lines: String...) throws {
    home = try Home()
    let all = ["ski pair add 4711017 brand=Fischer"] + lines
    let run = try home.podium(["--no-rc", "--workspace", "own.sqlite"] + all.flatMap { ["-c", $0] })
    #expect(run.ending == .status(0), "\(run.errorText)")
    password = try Self.made(home, ["user", "add", "root", "--role", "admin"])["password"]?.string ?? ""
    token = try Self.made(home, ["token", "add", "root", "--label", "test"])["token"]?.string ?? ""
  }

  private static func made(_ home: Home, _ words: [String]) throws -> JSONValue {
    let run = try home.podium(["serve"] + words + ["--workspace", "own.sqlite", "--format", "json"])
    #expect(run.ending == .status(0), "\(run.errorText)")
    return try JSONReader.value(run.output)
  }

  /// Starts the service and waits until it is ready.
  func start(_ options: [String] = []) throws -> RunningServe {
    let listens = options.contains("--listen") ? [] : ["--listen", "127.0.0.1:0"]
    return try RunningServe(self, listens + ["--limit", "rate=0"] + options)
  }

  /// Runs the service's program to its end, which is that it cannot start.
  func refusal(_ options: [String], workspace: String = "own.sqlite") throws -> ProgramRun {
    try home.podium(["serve", "--workspace", workspace] + options)
  }
}

/// The program of the service while it runs.
///
/// A class: it is killed when the value goes away.
final class RunningServe {
  // All of it has a value before anything can fail, so that a failure ends the program too.
  private(set) var port = 0
  private(set) var ready = JSONValue.null
  let home: ServedHome
  private let process: pid_t
  private var ending: PseudoTerminal.Ending?

  fileprivate init(_ home: ServedHome, _ options: [String]) throws {
    self.home = home
    process = try BackgroundProgram.start(
      [try BuiltProgram.path("podium"), "serve", "--workspace", "own.sqlite"] + options,
      environment: home.home.environment(), folder: home.home.work)
    var first: JSONValue?
    let isReady = Waiting.until {
      guard let text = home.home.text("output.txt"), let end = text.utf8.firstIndex(of: UInt8(ascii: "\n")) else {
        return false
      }
      first = try? JSONReader.value(Array(text.utf8[..<end]))
      return true
    }
    try #require(isReady, "the service never was ready")
    ready = try #require(first, "\(home.home.text("output.txt") ?? "")")
    // With a proxy in front it is reached by another port than its own.
    let listens = options.lastIndex(of: "--listen").map { options[$0 + 1] } ?? ""
    let address = listens.hasSuffix(":0") ? ready["ready"]?.string ?? "" : listens
    port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
  }

  deinit {
    guard ending == nil else { return }
    Glibc.kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// The log so far, after the line that says that it is ready.
  var log: [JSONValue] {
    let lines = (home.home.text("output.txt") ?? "").split(separator: "\n").dropFirst()
    return lines.compactMap { try? JSONReader.value(Array($0.utf8)) }
  }

  /// Sends a signal and waits for the end.
  func end(_ signal: Int32 = SIGTERM) -> PseudoTerminal.Ending? {
    Glibc.kill(process, signal)
    return waitForEnd()
  }

  func waitForEnd() -> PseudoTerminal.Ending? {
    var status: Int32 = 0
    _ = Waiting.until { waitpid(process, &status, WNOHANG) == process }
    ending = status & 0x7F == 0 ? .status((status >> 8) & 0xFF) : .signal(status & 0x7F)
    return ending
  }

  func connect(from address: String = "127.0.0.1") -> RawConnection { RawConnection(port: port, from: address) }

  /// The header of a request, with its empty line; `fields` are whole lines.
  func request(_ line: String, _ fields: String..., as token: String? = nil, body: String? = nil) -> String {
    var lines = [line + " HTTP/1.1", "Host: localhost:\(port)"] + fields
    if let token { lines.append("Authorization: Bearer " + token) }
    if let body { lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"] }
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
  }

  /// One request on a connection of its own.
  func answer(_ request: String) throws -> (status: Int, header: String, body: String) {
    try #require(connect().answer(to: request), "no answer to \(request.prefix(200))")
  }

  /// Whether a request that is as it should be is answered: what each attack is compared with.
  var isWell: Bool { connect().answer(to: request("GET /healthz"))?.status == 200 }
}
