/// Arrays that threads fill in place, each its own places.
public enum ParallelArray {
  /// The places that a thread takes in one turn.
  public static let part = 1 << 16

  /// An array of which `fill` writes each part: every element of the memory that it gets, which begins at the first of
  /// the places.
  ///
  /// Parts do not depend on the number of threads.
  @inline(__always)
  static func filled<Element: Sendable>(
    count: Int, threads: Int,
    _ fill: @escaping @Sendable (_ places: Range<Int>, _ out: UnsafeMutablePointer<Element>) -> Void
  ) -> [Element] {
    [Element](unsafeUninitializedCapacity: count) { memory, filled in
      filled = count
      guard let start = memory.baseAddress, count > 0 else { return }
      HugePages.ask(for: memory)
      // Each part is written by one thread, and none is read before all have ended.
      nonisolated(unsafe) let out = start
      _ = Parallel.map(count: (count + part - 1) / part, threads: threads) { number in
        let first = number * part
        fill(first..<min(count, first + part), out + first)
      }
    }
  }

  /// The elements at some places, each of which must exist.
  static func gathered<Element: Sendable>(_ x: [Element], _ places: [Int], threads: Int) -> [Element] {
    filled(count: places.count, threads: threads) { range, out in
      places.withUnsafeBufferPointer { places in
        x.withUnsafeBufferPointer { x in
          for (offset, number) in range.enumerated() {
            let place = places[number]
            precondition(UInt(bitPattern: place) < UInt(bitPattern: x.count), "a row that does not exist")
            (out + offset).initialize(to: x[place])
          }
        }
      }
    }
  }

  /// The elements at some places, and another one for places below 0.
  static func gathered<Element: Sendable>(
    _ x: [Element], _ places: [Int], missing: Element, threads: Int
  ) -> [Element] {
    filled(count: places.count, threads: threads) { range, out in
      places.withUnsafeBufferPointer { places in
        x.withUnsafeBufferPointer { x in
          for (offset, number) in range.enumerated() {
            let place = places[number]
            precondition(place < x.count, "a row that does not exist")
            (out + offset).initialize(to: place < 0 ? missing : x[place])
          }
        }
      }
    }
  }
}
