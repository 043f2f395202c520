import PodiumCore
import PodiumPlugin
import Synchronization
import Testing

/// What reading a file may take.
struct ReadBudgetTests {
  private func failure(_ body: () throws(Diagnostic) -> Void) -> Diagnostic? {
    do throws(Diagnostic) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test func `a small file may take 384 MB, a large one 256 times its size`() {
    let small = ReadBudget("t.csv.gz", room: { MemoryRoom(bytes: .max) })
    small.opened(61_000)
    #expect(failure { () throws(Diagnostic) in try small.use(384 << 20 - 61_000) } == nil)
    let error = failure { () throws(Diagnostic) in try small.use(1) }
    #expect(error?.code == "too-large")
    #expect(
      error?.message
        == "reading 't.csv.gz' takes more than 384 MB of memory, the limit for a file of 59 KB")
    small.free(1000)
    #expect(failure { () throws(Diagnostic) in try small.use(1000) } == nil)
    #expect(small.most == 384 << 20)
    let large = ReadBudget("t.csv", room: { MemoryRoom(bytes: .max) })
    large.opened(10 << 20)
    #expect(
      failure { () throws(Diagnostic) in try large.use(rows: 1000, columns: 1000, cell: 2500) }
        == nil)
    #expect(
      failure { () throws(Diagnostic) in try large.use(rows: .max, columns: 2, cell: 8) }?.code
        == "too-large")
  }

  @Test func `no file may take more than is free, which is asked for once`() {
    let asked = Counter()
    let budget = ReadBudget("t.csv") {
      asked.count()
      return MemoryRoom(bytes: 80 << 20)
    }
    budget.opened(10 << 20)
    // Seven eighths of what is free, and the file is in memory already.
    #expect(failure { () throws(Diagnostic) in try budget.use(70 << 20) } == nil)
    let error = failure { () throws(Diagnostic) in try budget.use(1) }
    #expect(
      error?.message
        == "'t.csv' needs more than the 80 MB that the free memory of this machine leaves")
    #expect(asked.value == 1)
  }
}

/// Counts calls. A class, because the closure that counts keeps it.
private final class Counter: Sendable {
  private let calls = Mutex(0)
  var value: Int { calls.withLock { $0 } }
  func count() { calls.withLock { $0 += 1 } }
}
