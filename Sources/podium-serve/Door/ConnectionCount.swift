import PodiumServe
import Synchronization

/// The connections that are open, in all and of each address.
///
/// A class, because all connections share it.
final class ConnectionCount: Sendable {
  private let limits: ServiceLimits
  /// The address that may have any number: a proxy's, which all clients come by.
  private let proxy: String?
  private let open = Mutex<(all: Int, byAddress: [String: Int])>((0, [:]))

  /// Counts to what limits say; without one in all there is none for one address either.
  init(_ limits: ServiceLimits, proxy: String?) { (self.limits, self.proxy) = (limits, proxy) }

  /// Counts one more; false where that is one too many.
  func enter(_ address: String) -> Bool {
    open.withLock { open in
      let own = open.byAddress[address] ?? 0
      guard
        limits.connections == 0
          || open.all < limits.connections && (own < limits.ofOneAddress || address == proxy)
      else { return false }
      open.all += 1
      open.byAddress[address] = own + 1
      return true
    }
  }

  func leave(_ address: String) {
    open.withLock { open in
      open.all -= 1
      let own = (open.byAddress[address] ?? 1) - 1
      open.byAddress[address] = own == 0 ? nil : own
    }
  }
}
