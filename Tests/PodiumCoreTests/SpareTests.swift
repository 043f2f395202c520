import PodiumCore
import Testing

struct SpareTests {
  private final class Piece: Sendable {
    let size: Int
    init(_ size: Int) { self.size = size }
  }

  /// Takes what is left of a size, or makes it; says whether it was left.
  private static func wasLeft(_ size: Int) -> Bool {
    let left = Spare.take(Piece.self) { $0.size >= size }
    Spare.leave(left ?? Piece(size))
    return left != nil
  }

  @Test func `an item takes what the one before left on its thread`() {
    #expect(Parallel.map(count: 4, threads: 1) { Self.wasLeft([8, 4, 9, 9][$0]) } == [false, true, false, true])
    #expect(Parallel.map(count: 3, threads: 1) { _ in Self.wasLeft(1) } == [false, true, true])
    #expect(Parallel.map(count: 8, threads: 2) { _ in Self.wasLeft(1) }.filter { !$0 }.count <= 2)
  }

  @Test func `what is taken is left to no other, and nothing is kept outside of a run`() {
    let found = Parallel.map(count: 1, threads: 1) { _ in
      Spare.leave(Piece(1))
      let first = Spare.take(Piece.self) { _ in true }
      return (first != nil, Spare.take(Piece.self) { _ in true } == nil)
    }
    #expect(found[0].0 && found[0].1)
    #expect(!Self.wasLeft(1) && !Self.wasLeft(1))
  }
}
