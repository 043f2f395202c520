import Synchronization
import Testing

@testable import PodiumCore

@Suite struct MemoryBudgetTests {
  private func limits(_ least: Int, free: Int = .max) -> MemoryLimits {
    MemoryLimits(least: least) { MemoryRoom(bytes: free, source: "the test") }
  }

  @Test func `what exceeds its limit is refused, and all after it`() throws {
    let budget = limits(1 << 20).budget("the texts", help: "make fewer")
    try budget.use(1 << 19)
    #expect(budget.take(1 << 19))
    #expect(!budget.mustStop)
    let error = #expect(throws: Diagnostic.self) { try budget.use(1) }
    #expect(error?.code == "too-large")
    #expect(error?.message == "the texts would take more than 1 MB of memory, the limit for this data")
    #expect(error?.help == "make fewer")
    #expect(budget.mustStop)
    #expect(!budget.take(0))
    #expect(throws: Diagnostic.self) { try budget.check() }
  }

  @Test func `large data has a larger limit, and never more than is free`() {
    let most = limits(1 << 20, free: 80 << 20)
    #expect(throws: Never.self) { try most.check("it", bytes: 64 << 20, most: 64 << 20, help: "") }
    let error = #expect(throws: Diagnostic.self) { try most.check("it", bytes: 100 << 20, most: .max, help: "") }
    #expect(error?.message == "it would take more than the 70 MB that the test leaves")
    #expect(throws: Diagnostic.self) { try most.check("it", bytes: .max, most: .max, help: "") }
  }

  @Test func `many small parts leave free what one large part would`() {
    let free = Atomic(800 << 20)
    let limits = MemoryLimits(least: 1 << 30) { MemoryRoom(bytes: free.load(ordering: .relaxed), source: "the test") }
    let budget = limits.budget("the texts", help: "")
    var made = 0
    while made < 1 << 30, budget.take(1 << 20) {
      made += 1 << 20
      free.subtract(1 << 20, ordering: .relaxed)
    }
    #expect(free.load(ordering: .relaxed) >= 100 << 20)
    #expect(budget.mustStop)
  }

  @Test func `the first of many large parts is refused`() throws {
    let budget = limits(1 << 20).budget("the parts", help: "")
    try budget.use(1 << 10, ofParts: 2000)
    let error = #expect(throws: Diagnostic.self) { try budget.use(1 << 16, ofParts: 100) }
    #expect(error?.message == "the parts would take more than 1 MB of memory, the limit for this data")
  }

  @Test func `a budget of cancelled work gives nothing`() {
    let cancellation = Cancellation()
    let budget = limits(1 << 20).budget("it", help: "", cancellation: cancellation)
    cancellation.cancel()
    #expect(!budget.take(1))
    #expect(throws: Diagnostic.interrupted) { try budget.use(1) }
  }

  @Test func `numbers of bytes do not overflow`() {
    #expect(MemoryLimits.bytes(.max, times: 2) == .max)
    #expect(MemoryLimits.bytes(3, times: 4, each: 5) == 60)
    #expect(MemoryLimits.bytes(-1) == 0)
  }

  @Test func `below a limit of addresses fewer threads are started`() {
    #expect(Parallel.affordable(64) { .max } == 64)
    #expect(Parallel.affordable(64) { 3 << 30 } < 16)
    #expect(Parallel.affordable(64) { 0 } >= 1)
    #expect(Parallel.affordable(1) { 0 } == 1)
  }

  @Test func `names are made unique in one pass`() {
    #expect(UniqueNames.of(["a", "b", "a", "a", "a_2"]) == ["a", "b", "a_2", "a_3", "a_2_2"])
    #expect(UniqueNames.of(["a", "A"], same: { $0.lowercased() }) == ["a", "A_2"])
    #expect(Set(UniqueNames.of([String](repeating: "a", count: 5000))).count == 5000)
  }
}
