import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit

/// A session with everything built in, over the files of the checkout.
enum CommandFixture {
  static let registry = BuiltIn.registry
  static let files = session().services.files

  static func session(folder: String = Checkout.root, registry: Registry = BuiltIn.registry) -> Interpreter {
    BuiltIn.session(folder: folder, registry: registry)
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
