import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumOutside
import PodiumPlugin
import PodiumTestKit

/// A session with everything built in, over the files of the checkout.
enum CommandFixture {
  static let registry: Registry = {
    do throws(Diagnostic) {
      return try Assembly.registry()
    } catch {
      preconditionFailure("the built-in registry is refused: \(error.message)")
    }
  }()

  static let files = session().services.files

  static func session(folder: String = Checkout.root, registry: Registry = CommandFixture.registry) -> Interpreter {
    // A stopped clock, so that no time appears in what a test compares.
    var services = Assembly.services(
      folder: folder, datasetFolders: [Checkout.path("datasets")], clock: { 0 }, version: "test")
    Assembly.open(&services, to: OutsideHost(version: "test"))
    services.store = Assembly.store(
      file: nil, author: "test", registry: registry, clock: { Moment(microseconds: 0) })
    var session = Interpreter(registry: registry, services: services)
    session.state.settings.threads = 2
    return session
  }
}

extension Interpreter {
  /// Runs a line; returns its outputs, or the error that ended it.
  mutating func report(_ line: String) -> CommandReport? {
    var last: CommandReport?
    _ = run(line) { last = $0 }
    return last
  }
}
