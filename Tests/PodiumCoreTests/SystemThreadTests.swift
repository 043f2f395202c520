import Glibc
import Synchronization
import Testing

@testable import PodiumCore

struct SystemThreadTests {
  @Test(arguments: [SystemThread.Stack.standard, .working, .deep])
  func `a joined thread has done its work`(stack: SystemThread.Stack) throws {
    let box = Box()
    let thread = try #require(SystemThread(stack: stack) { box.value.withLock { $0 = 7 } })
    thread.join()
    #expect(box.value.withLock { $0 } == 7)
  }

  @Test func `a limit of the address space makes stacks smaller`() {
    #expect(SystemThread.Stack.deep.sizes(within: .max) == [256 << 20, 64 << 20, 16 << 20, 8 << 20])
    #expect(SystemThread.Stack.working.sizes(within: .max) == [64 << 20, 16 << 20, 8 << 20])
    #expect(SystemThread.Stack.deep.sizes(within: 300 << 20) == [16 << 20, 8 << 20])
    #expect(SystemThread.Stack.deep.sizes(within: 50 << 20) == [8 << 20])
    #expect(SystemThread.Stack.standard.sizes(within: 50 << 20) == [nil])
  }

  @Test func `signals are blocked on the new thread alone`() throws {
    let box = Box()
    let gate = try Pipe()
    var before = sigset_t()
    pthread_sigmask(SIG_SETMASK, nil, &before)
    let isStarted = SystemThread.detach(blockingSignals: true) {
      var mask = sigset_t()
      pthread_sigmask(SIG_SETMASK, nil, &mask)
      box.value.withLock { $0 = Int(sigismember(&mask, SIGINT)) }
      gate.open()
    }
    #expect(isStarted)
    gate.wait()
    #expect(box.value.withLock { $0 } == 1)
    var after = sigset_t()
    pthread_sigmask(SIG_SETMASK, nil, &after)
    #expect(sigismember(&after, SIGINT) == sigismember(&before, SIGINT))
  }

  private final class Box: Sendable {
    let value = Mutex(0)
  }

  /// What a test waits at until the thread writes.
  private struct Pipe {
    private let ends: [Int32]

    init() throws {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      self.ends = ends
    }

    func open() { _ = write(ends[1], [1], 1) }

    func wait() {
      var byte: UInt8 = 0
      _ = read(ends[0], &byte, 1)
      for end in ends { close(end) }
    }
  }
}
