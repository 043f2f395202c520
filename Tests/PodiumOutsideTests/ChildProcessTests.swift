import Glibc
import Testing

@testable import PodiumOutside

/// A child as its holders see it.
@Suite struct ChildProcessTests {
  @Test func `a child ends once, and closes nothing that others were given since`() throws {
    var child = try ChildProcess.start("sleep 30", folder: "/", atOnce: 1)
    let copy = child
    #expect(child.end() == .killedByUs)
    let others = (0..<16).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    defer { for descriptor in others { close(descriptor) } }
    #expect(copy.end() == .killedByUs)
    #expect(child.end(seconds: 0).ending == .killedByUs)
    child.sendInterrupt()
    #expect(others.allSatisfy { fcntl($0, F_GETFD) >= 0 })
  }
}
