import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumTestKit
import SurfModel
import Testing

/// Sessions with everything built in.
enum SurfFixture {
  static let place = Coordinate(latitude: 36.95, longitude: -122.02) ?? Coordinate.origin

  /// A session with the datasets of the checkout.
  static func session() throws -> Interpreter {
    var session = try Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])
    session.state.settings.threads = 2
    return session
  }

  /// A session with files in memory, in the folder `/made`; with a present moment it has a clock.
  static func session(files: [String: String], now: String? = nil) throws -> Interpreter {
    let memory = MemoryFiles(Dictionary(uniqueKeysWithValues: files.map { ("/made/" + $0, $1) }))
    let registry = try Assembly.registry()
    var services = Services(
      files: memory, folder: "/made",
      importContext: { (path, cancellation) throws(Diagnostic) in
        try FileImportContext(path, access: memory, cancellation: cancellation)
      }, clock: { 0 })
    let whole = try Assembly.session(folder: "/", datasets: []).services
    (services.zone, services.fetchedContext) = (whole.zone, whole.fetchedContext)
    if let now {
      let present = try #require(Moment(iso: now))
      services.now = { present }
    }
    services.store = Assembly.store(file: nil, author: "test", registry: registry) { Moment(microseconds: 0) }
    return Interpreter(registry: registry, services: services)
  }
}

extension Interpreter {
  /// Runs lines and returns the last report, or that of the line that failed.
  @discardableResult
  mutating func report(_ lines: String...) -> CommandReport? {
    var last: CommandReport?
    for line in lines where last?.error == nil { _ = run(line) { last = $0 } }
    return last
  }
}

extension CommandReport {
  /// The notes and warnings among the outputs.
  var remarks: [String] {
    outputs.compactMap {
      switch $0 {
      case .note(let note), .warning(let note): note.text
      default: nil
      }
    }
  }
}

extension Coordinate {
  /// 0,0, which always exists.
  static var origin: Coordinate {
    guard let place = Coordinate(latitude: 0, longitude: 0) else { preconditionFailure("0,0 is a place") }
    return place
  }
}
