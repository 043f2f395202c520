import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumTestKit
import SurfModel
import Synchronization
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
    var services = Services(over: memory, folder: "/made", clock: { 0 })
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

/// What was sent to commands.
final class Sent: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func add(_ bytes: [UInt8]?) { texts.withLock { $0.append(String(decoding: bytes ?? [], as: UTF8.self)) } }
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

/// The table of a report: the first that is not beside another.
func output(_ report: CommandReport?) -> TableOutput? {
  let tables = (report?.outputs ?? []).compactMap { if case .table(let output) = $0 { output } else { nil } }
  return tables.first { !$0.isAside } ?? tables.first
}

func table(_ report: CommandReport?) -> Table? { output(report)?.table }

/// A column of that table as texts.
func column(_ report: CommandReport?, _ name: String) -> [String] {
  guard let column = table(report)?[name] else { return [] }
  return (0..<column.count).map { column[$0].fileText }
}

/// A field of the first record of a report that has it.
func fieldValue(_ report: CommandReport?, _ name: String) -> Value? {
  for case .record(let record) in report?.outputs ?? [] {
    if let field = record.fields.first(where: { $0.name == name }) { return field.values.first }
  }
  return nil
}

/// The same as a text.
func field(_ report: CommandReport?, _ name: String) -> String? { fieldValue(report, name)?.fileText }

extension Coordinate {
  /// 0,0, which always exists.
  static var origin: Coordinate {
    guard let place = Coordinate(latitude: 0, longitude: 0) else { preconditionFailure("0,0 is a place") }
    return place
  }
}
