internal import Synchronization

/// The migrations of all plugins, and what a store works out from them.
///
/// A class: every store of a process that has the same migrations shares the result.
public final class StoreMigrations: Sendable {
  private let make: @Sendable () -> [String: [StoreMigration]]
  private let made = Mutex<[String: [StoreMigration]]?>(nil)
  private let derived = Mutex<(any Sendable)?>(nil)

  /// The migrations by plugin, in order of version.
  public convenience init(_ byPlugin: [String: [StoreMigration]]) { self.init { byPlugin } }

  /// The same, made when a store first asks.
  init(_ make: @escaping @Sendable () -> [String: [StoreMigration]]) { self.make = make }

  /// The migrations by plugin, in order of version.
  public var byPlugin: [String: [StoreMigration]] {
    made.withLock { made in
      if let made { return made }
      let migrations = make()
      made = migrations
      return migrations
    }
  }

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
