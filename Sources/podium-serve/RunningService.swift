import Glibc
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import PodiumAssembly
import PodiumConsole
import PodiumCore
import PodiumFiles
import PodiumPlugin
import PodiumServe
import PodiumStore
import ServiceLifecycle
import UnixSignals

/// The service over its workspace, from its start to its end.
struct RunningService: Sendable {
  let workspace: String
  /// Whether the workspace was named, so that it must be there.
  let isNamed: Bool
  let accounts: AccountsFile
  var address = ListenAddress.usual
  var names: [String] = []
  var proxy: String?
  var tls: TLSConfiguration?
  var settings = ServiceSettings(now: Environment.now, clock: Environment.seconds, log: RunningService.log)

  /// Serves until TERM or Ctrl-C; throws what keeps it from starting.
  func run() async throws(Diagnostic) {
    signal(SIGPIPE, SIG_IGN)
    RunningService.allowManyFiles()
    try RunningChecks.check(address, isProtected: settings.isSecure, names: names)
    try RunningChecks.check(workspace: workspace, isNamed: isNamed)
    try RunningChecks.check(accounts)
    let registry = try Assembly.registry()
    // A command is stopped after five seconds; that another program holds the workspace is to be said before.
    let base = Workspace(
      file: workspace, author: Environment.user, migrations: registry.storeMigrations, patience: 4,
      clock: Environment.now)
    // Opening finds what is damaged or newer; the other connections need not look again.
    try base.settle()
    let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let readers = (0..<cores).compactMap { _ in base.companion() }
    // One looks for changes, the others answer where a request arrives: what they cannot read at once the readers wait for.
    let quick = (0...cores).compactMap { _ in base.companion(patience: 0) }
    let door = Door(settings, proxy: proxy)
    let services = ClosedFiles.services(
      store: base, version: Assembly.version, clock: Environment.seconds, now: Environment.now,
      localClock: Environment.localClock, zone: SystemZones.rules)
    try await listen(door) { (port) throws(Diagnostic) in
      let address = address.at(port: port)
      var settings = settings
      settings.hosts = address.hosts(names: names)
      door.open(
        try Service(
          registry: registry, services: services, accounts: accounts, readers: readers, quick: quick, settings))
      let url = address.url(
        isSecure: settings.isSecure, names: names, isBehindProxy: proxy != nil)
      let ready: JSONValue = ["v": 1, "ready": .string(url), "pid": .integer(Int(getpid()))]
      Terminal.write(ready.text + "\n", to: .output)
    }
  }

  /// Listens, begins with the port that it got, and serves.
  private func listen(
    _ door: Door, begin: @escaping @Sendable (Int) throws(Diagnostic) -> Void
  ) async throws(Diagnostic) {
    let logger = Logger(label: "podium") { _ in SwiftLogNoOpLogHandler() }
    let count = ConnectionCount(settings.limits, proxy: proxy)
    let terms = ConnectionTerms(settings: settings, count: count)
    do {
      var builder = HTTPServerBuilder { GuardedChannel(responder: $0, terms: terms) }
      if let tls { builder = try .tls(builder, tlsConfiguration: tls) }
      let server = try builder.buildServer(
        configuration: ServerConfiguration(
          address: .hostname(address.host, port: address.port), serverName: nil),
        eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger, responder: door.respond
      ) { channel in
        do throws(Diagnostic) {
          try begin(channel.localAddress?.port ?? address.port)
        } catch { ServeCommand.fail(error) }
      }
      // The last of them is stopped first, and the server when that has ended.
      let group = ServiceGroup(
        configuration: .init(
          services: [.init(service: server), .init(service: StoppingDoor(door: door))],
          gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
      try await group.run()
    } catch let error as IOError {
      throw unableToListen(error)
    } catch is SocketAddressError.UnknownHost {
      throw Diagnostic(
        "unable-to-listen", "unknown host '\(address.host)'",
        help: "name an address of this machine, as in --listen 127.0.0.1:8737")
    } catch {
      throw Diagnostic("unable-to-listen", "the service cannot listen at \(shown)", cause: "\(error)")
    }
  }

  private var shown: String { "'\(address.host)' port \(address.port)" }

  private func unableToListen(_ error: IOError) -> Diagnostic {
    switch error.errnoCode {
    case EADDRINUSE:
      Diagnostic(
        "unable-to-listen", "another program listens at \(shown) already", help: "stop it, or choose another --listen")
    case EACCES:
      Diagnostic(
        "unable-to-listen", "you may not listen at \(shown)", help: "choose a port from 1024, or put a proxy in front")
    case EADDRNOTAVAIL:
      Diagnostic("unable-to-listen", "this machine has no address '\(address.host)'", help: "see --listen")
    default:
      Diagnostic(
        "unable-to-listen", "the service cannot listen at \(shown)",
        cause: strerror(error.errnoCode).map { String(cString: $0) })
    }
  }

  /// Each connection is a file of the process, which has room for 1024 unless it asks for more.
  private static func allowManyFiles() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// Writes a line of the log whole; that no one reads it does not end the service.
  @Sendable private static func log(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count > 0 { written += count } else if errno != EINTR { return }
    }
  }
}

/// Stops the service when the process is to end.
private struct StoppingDoor: ServiceLifecycle.Service {
  let door: Door

  /// How long what runs may go on, in seconds; what has not ended then is rolled back by the next to open the workspace.
  private static let patience: UInt32 = 10

  func run() async throws {
    try await gracefulShutdown()
    _ = SystemThread.detach(stack: .standard) {
      sleep(StoppingDoor.patience)
      Terminal.exit(0)
    }
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    _ = SystemThread.detach(stack: .working) {
      door.stop()
      end.finish()
    }
    for await _ in ended {}
  }
}
