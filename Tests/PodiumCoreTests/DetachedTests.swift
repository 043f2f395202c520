import Glibc
import PodiumCore
import Synchronization
import Testing

/// Work that is left to itself when it does not stop.
struct DetachedTests {
  @Test func `the result of the work is returned, and so is its error`() throws {
    let cancellation = Cancellation()
    #expect(try cancellation.detached { 7 } == 7)
    let error = #expect(throws: Diagnostic.self) {
      try cancellation.detached { () throws(Diagnostic) -> Int in throw Diagnostic("odd", "it is odd") }
    }
    #expect(error?.code == "odd")
  }

  @Test func `work that was asked to stop before it began does not begin`() {
    let cancellation = Cancellation()
    cancellation.cancel()
    let ran = Atomic<Bool>(false)
    let error = #expect(throws: Diagnostic.self) {
      try cancellation.detached { ran.store(true, ordering: .relaxed) }
    }
    #expect(error == .interrupted)
    let hasRun = ran.load(ordering: .relaxed)
    #expect(!hasRun)
  }

  @Test func `what work makes that stops early is dropped`() {
    let cancellation = Cancellation()
    #expect(!Cancellation.stopsWork(at: 0))
    let rows = Mutex<[Int]>([])
    let error = #expect(throws: Diagnostic.self) {
      try cancellation.detached { () -> Int in
        for row in 0..<10_000 {
          if Cancellation.stopsWork(at: row) { break }
          if row == 5000 { cancellation.cancel() }
          rows.withLock { $0.append(row) }
        }
        return 1
      }
    }
    #expect(error == .interrupted)
    #expect(rows.withLock { $0.last } == 8191)
  }

  @Test func `work that ignores cancellation is abandoned, and its result is dropped`() {
    let cancellation = Cancellation()
    let isFree = Atomic<Bool>(false)
    let ended = Atomic<Bool>(false)
    let error = #expect(throws: Diagnostic.self) {
      try cancellation.detached { () -> Int in
        cancellation.cancel()
        while !isFree.load(ordering: .acquiring) { sched_yield() }
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

  @Test func `what a command calls stops at the command's flag without being given it`() throws {
    let cancellation = Cancellation()
    try Cancellation.checkWork()
    let error = #expect(throws: Diagnostic.self) {
      try cancellation.over { () throws(Diagnostic) in
        try Cancellation.checkWork()
        cancellation.cancel()
        try Cancellation.checkWork()
      }
    }
    #expect(error?.code == "interrupted")
    try Cancellation.checkWork()
  }

  @Test func `a thread that is done waits for the next work`() throws {
    // Tests beside this one take threads too, but not all of them.
    let threads = Set(try (0..<200).map { _ in try Cancellation().detached { threadName() } })
    #expect(threads.count < 100)
  }

  @Test func `work inside abandoned work gets another thread`() throws {
    let outer = Cancellation()
    let pair = try outer.detached { () throws(Diagnostic) -> [String] in
      [threadName(), try Cancellation().detached { threadName() }]
    }
    #expect(pair[0] != pair[1])
  }

  @Test func `an effect of work is left to the outermost thread that waits`() throws {
    let names = try Cancellation().detached { () throws(Diagnostic) -> [String] in
      let inner = try Cancellation().detached { () throws(Diagnostic) -> String in
        try Cancellation.outside { threadName() }
      }
      return [inner, try Cancellation.outside { threadName() }]
    }
    #expect(names == [threadName(), threadName()])
    let error = #expect(throws: Diagnostic.self) {
      try Cancellation().detached { () throws(Diagnostic) -> Int in
        try Cancellation.outside { () throws(Diagnostic) -> Int in throw Diagnostic("odd", "it is odd") }
      }
    }
    #expect(error?.code == "odd")
  }

  @Test func `work that was asked to stop begins no effect, and one that began is waited for`() {
    let cancellation = Cancellation()
    let effects = Mutex<[String]>([])
    let isFree = Atomic<Bool>(false)
    let codes = Mutex<[String]>([])
    let error = #expect(throws: Diagnostic.self) {
      try cancellation.detached { () throws(Diagnostic) -> Int in
        try Cancellation.outside { () throws(Diagnostic) in
          cancellation.cancel()
          effects.withLock { $0.append("first") }
        }
        while !isFree.load(ordering: .acquiring) { sched_yield() }
        do throws(Diagnostic) { try Cancellation.outside { effects.withLock { $0.append("second") } } } catch {
          codes.withLock { $0.append(error.code) }
        }
        return 1
      }
    }
    #expect(error == .interrupted)
    #expect(effects.withLock { $0 } == ["first"])
    isFree.store(true, ordering: .releasing)
    while codes.withLock({ $0.isEmpty }) { usleep(1000) }
    #expect(codes.withLock { $0 } == ["interrupted"])
    #expect(effects.withLock { $0 } == ["first"])
  }

  @Test func `work that heeds cancellation ends with its own error`() {
    let cancellation = Cancellation()
    let error = #expect(throws: Diagnostic.self) {
      try cancellation.detached { () throws(Diagnostic) -> Int in
        cancellation.cancel()
        throw Diagnostic("stopped", "it was stopped")
      }
    }
    #expect(error?.code == "stopped")
  }
}

/// What the system calls the thread that asks; no two threads ever share it.
private func threadName() -> String {
  var buffer = [CChar](repeating: 0, count: 64)
  let count = readlink("/proc/thread-self", &buffer, buffer.count)
  return String(decoding: buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
