internal import Synchronization

/// The memory of kernel matrices, handed from a fit that has ended to the next while others run, as the folds of a
/// cross-validation do: the system takes an eighth of a fit's time to clear new memory. With the last fit all of it goes.
final class SVMKernelStores: Sendable {
  private let stores = Mutex((running: 0, idle: [RawBuffer<Float>]()))

  static let shared = SVMKernelStores()

  /// Memory for every problem of at most so many rows whose matrix fits the budget.
  func take(forRows rows: Int) -> RawBuffer<Float> {
    let most = min(rows, Int(Double(SVMKernelRows.budget / MemoryLayout<Float>.size).squareRoot()))
    let found: RawBuffer<Float>? = stores.withLock { stores in
      stores.running += 1
      // Folds differ by a few rows.
      let place = stores.idle.firstIndex { $0.count >= most * most && $0.count / 2 <= most * most }
      return place.map { stores.idle.remove(at: $0) }
    }
    let margin = most + most / 64
    return found ?? RawBuffer(uninitialized: margin * margin)
  }

  /// Takes memory back; it is freed where no fit runs.
  func giveBack(_ store: RawBuffer<Float>) {
    let freed: [RawBuffer<Float>] = stores.withLock { stores in
      stores.running -= 1
      stores.idle.append(store)
      if stores.running > 0, stores.idle.count <= stores.running { return [] }
      defer { stores.idle = [] }
      return stores.idle
    }
    _ = consume freed
  }
}
