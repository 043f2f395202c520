/// The numbers of a library's version, compared from the left: 0.29.0.gfm.6 is 0, 29, 0, 6.
struct LibraryVersion: Comparable {
  let numbers: [Int]

  init(_ text: String) {
    numbers = text.split { !("0"..."9").contains($0) }.prefix(6).map { Int($0) ?? .max }
  }

  static func < (left: LibraryVersion, right: LibraryVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  /// Whether both belong to one series of releases: the same first two numbers.
  func isSeries(of other: LibraryVersion) -> Bool { numbers.count > 1 && numbers.prefix(2) == other.numbers.prefix(2) }
}
