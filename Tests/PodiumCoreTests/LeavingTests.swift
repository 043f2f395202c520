import PodiumCore
import Synchronization
import Testing

/// Work that is left to itself when it does not stop.
struct LeavingTests {
  @Test func `what the work gives comes back, and so does its error`() throws {
    let cancellation = Cancellation()
    #expect(try cancellation.leaving { 7 } == 7)
    let error = #expect(throws: Diagnostic.self) {
      try cancellation.leaving { () throws(Diagnostic) -> Int in throw Diagnostic("odd", "it is odd") }
    }
    #expect(error?.code == "odd")
  }

  @Test func `work that was asked to stop before it began does not begin`() {
    let cancellation = Cancellation()
    cancellation.cancel()
    let ran = Atomic<Bool>(false)
    let error = #expect(throws: Diagnostic.self) {
      try cancellation.leaving { ran.store(true, ordering: .relaxed) }
    }
    #expect(error == .interrupted)
    let hasRun = ran.load(ordering: .relaxed)
    #expect(!hasRun)
  }

  @Test func `work that does not listen is left, and what it makes is dropped`() {
    let cancellation = Cancellation()
    let isFree = Atomic<Bool>(false)
    let ended = Atomic<Bool>(false)
    let error = #expect(throws: Diagnostic.self) {
      try cancellation.leaving { () -> Int in
        cancellation.cancel()
        while !isFree.load(ordering: .acquiring) {}
        ended.store(true, ordering: .releasing)
        return 1
      }
    }
    #expect(error == .interrupted)
    let hasEnded = ended.load(ordering: .acquiring)
    #expect(!hasEnded, "the caller did not wait for it")
    isFree.store(true, ordering: .releasing)
    while !ended.load(ordering: .acquiring) {}
  }

  @Test func `work that listens ends with its own words`() {
    let cancellation = Cancellation()
    let error = #expect(throws: Diagnostic.self) {
      try cancellation.leaving { () throws(Diagnostic) -> Int in
        cancellation.cancel()
        throw Diagnostic("stopped", "it was stopped")
      }
    }
    #expect(error?.code == "stopped")
  }
}
