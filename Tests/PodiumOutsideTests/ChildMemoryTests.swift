import PodiumCore
import Testing

@testable import PodiumOutside

@Suite struct ChildMemoryTests {
  @Test func `a child gets the lesser of its own limit and ours`() {
    #expect(ChildProcess.kilobytes(megabytes: 4, own: .max) == 4096)
    #expect(ChildProcess.kilobytes(megabytes: 4, own: 2 << 20) == 2048)
    #expect(ChildProcess.kilobytes(megabytes: .max, own: 2 << 20) == 2048)
    #expect(ChildProcess.kilobytes(megabytes: .max, own: .max) == nil)
  }

  @Test func `podiums at once share what is free`() {
    #expect(ChildProcess.share(of: MemoryRoom(bytes: 64 << 30), among: 1) == 56 << 10)
    #expect(ChildProcess.share(of: MemoryRoom(bytes: 64 << 30), among: 8) == 7 << 10)
    #expect(ChildProcess.share(of: MemoryRoom(bytes: 1 << 30), among: 8) == 4096)
    #expect(ChildProcess.share(of: MemoryRoom(bytes: .max), among: 8) == .max)
  }
}
