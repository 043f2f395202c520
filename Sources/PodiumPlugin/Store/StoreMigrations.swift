internal import Synchronization

/// The migrations of all plugins, and what a store works out from them.
///
/// A class: every store of a process that has the same migrations shares the result.
public final class StoreMigrations: Sendable {
  /// The migrations by plugin, in order of version.
  public let byPlugin: [String: [StoreMigration]]
  private let derived = Mutex<(any Sendable)?>(nil)

  /// The migrations by plugin, in order of version.
  public init(_ byPlugin: [String: [StoreMigration]]) { self.byPlugin = byPlugin }

  /// What a store derives from the migrations; made once, by the first store that asks.
  public func derived<Value: Sendable>(_ make: ([String: [StoreMigration]]) -> Value) -> Value {
    derived.withLock { derived in
      if let made = derived as? Value { return made }
      let made = make(byPlugin)
      derived = made
      return made
    }
  }
}
