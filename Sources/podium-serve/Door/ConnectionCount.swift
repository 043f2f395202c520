import Synchronization

/// The connections that are open, in all and of each address.
///
/// A class, because all connections share it.
final class ConnectionCount: Sendable {
  private let most: Int
  private let ofOneAddress: Int
  /// The address that may have any number: a proxy's, which all clients come by.
  private let proxy: String?
  private let open = Mutex<(all: Int, byAddress: [String: Int])>((0, [:]))

  /// Counts to so many; 0 is without limit, for one address too.
  init(most: Int, ofOneAddress: Int, proxy: String?) {
    (self.most, self.ofOneAddress, self.proxy) = (most, ofOneAddress, proxy)
  }

  /// Counts one more; false where that is one too many.
  func enter(_ address: String) -> Bool {
    open.withLock { open in
      let own = open.byAddress[address] ?? 0
      guard most == 0 || open.all < most && (own < ofOneAddress || address == proxy) else { return false }
      open.all += 1
      open.byAddress[address] = own + 1
      return true
    }
  }

  /// Counts one less.
  func leave(_ address: String) {
    open.withLock { open in
      open.all -= 1
      let own = (open.byAddress[address] ?? 1) - 1
      open.byAddress[address] = own == 0 ? nil : own
    }
  }
}
