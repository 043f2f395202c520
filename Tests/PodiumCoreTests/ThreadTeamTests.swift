import PodiumCore
import Synchronization
import Testing

@Suite struct ThreadTeamTests {
  @Test(arguments: [1, 2, 5])
  func `every part is done once, round after round`(threads: Int) {
    let team = ThreadTeam(threads: threads)
    for count in [0, 1, 2, 7, 100, 3] {
      for _ in 0..<20 {
        let done = Mutex([Int](repeating: 0, count: count))
        team.run(count: count) { number in done.withLock { $0[number] += 1 } }
        #expect(done.withLock { $0 } == [Int](repeating: 1, count: count))
      }
    }
  }

  @Test(arguments: [0, 1, 10, 101, 5000])
  func `pieces cover all places in order, each once`(count: Int) {
    let team = ThreadTeam(threads: 3)
    let found = Mutex([Range<Int>]())
    team.run(pieces: count, atLeast: 10) { piece in found.withLock { $0.append(piece) } }
    let pieces = found.withLock { $0.sorted { $0.lowerBound < $1.lowerBound } }
    #expect(pieces.flatMap { Array($0) } == Array(0..<count))
    #expect(pieces.count <= 12)
  }

  @Test func `a team ends with its owner, used or not`() {
    for _ in 0..<50 {
      let team = ThreadTeam(threads: 3)
      team.run(count: 3) { _ in }
      _ = ThreadTeam(threads: 2)
    }
  }
}
