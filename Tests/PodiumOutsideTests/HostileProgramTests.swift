import Glibc
import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumOutside

/// Programs that do what no program should: each is an error within its time, and nothing of it is left.
struct HostileProgramTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: String
    let code: String
    /// Words that message or cause must hold.
    var says = ""
    var seconds = 10
    var megabytes = 4096
  }

  static let cases = [
    Case(testDescription: "ends at once", script: "exit 3", code: "plugin-crashed", says: "status 3"),
    Case(
      testDescription: "ends well without a word", script: "read l; exit 0", code: "plugin-crashed", says: "status 0"),
    Case(
      testDescription: "is not there", script: "exec /no/such/program", code: "plugin-crashed", says: "not found"),
    Case(
      testDescription: "crashes in the middle of an answer", script: "read l; printf '{\"id\":1,\"pre'; kill -SEGV $$",
      code: "plugin-crashed", says: "signal 11"),
    Case(testDescription: "hangs", script: "exec sleep 100", code: "plugin-timeout", says: "within 1 s", seconds: 1),
    Case(testDescription: "prints garbage", script: "exec yes", code: "bad-reply", says: "no JSON"),
    Case(
      testDescription: "prints bytes that are not text",
      script: "printf '{\"id\":1,\"x\":\"\\377\"}\\n'; read l; sleep 100",
      code: "bad-reply"),
    Case(testDescription: "answers a number", script: "echo 7; sleep 100", code: "bad-reply", says: "no JSON object"),
    Case(
      testDescription: "floods one line", script: "exec cat /dev/zero", code: "plugin-flood", says: "8 MB"),
    Case(
      testDescription: "floods with remarks", script: "exec yes '{\"progress\":0.5}'", code: "plugin-flood",
      says: "lines", seconds: 60),
    Case(
      testDescription: "answers another question", script: "read l; echo '{\"id\":99}'; sleep 100", code: "bad-reply",
      says: "another question"),
    Case(
      testDescription: "nests without end",
      script: "read l; head -c 100000 /dev/zero | tr '\\0' '['; echo; sleep 100", code: "bad-reply",
      says: "nested deeper"),
    Case(
      testDescription: "takes memory without bound", script: "read l; x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done",
      code: "plugin-crashed", megabytes: 64),
    Case(
      testDescription: "closes its output", script: "exec 1>&-; exec sleep 100", code: "plugin-crashed",
      says: "closed its output"),
    Case(
      testDescription: "closes its input and hangs", script: "exec 0<&-; exec sleep 100", code: "plugin-timeout",
      seconds: 1),
    Case(
      testDescription: "complains without end", script: "yes 'dreadful' >&2; exit 1", code: "plugin-timeout",
      says: "dreadful", seconds: 1),
    Case(
      testDescription: "leaves a child that holds the pipe", script: "sleep 100 & exit 4", code: "plugin-crashed",
      says: "status 4"),
    Case(
      testDescription: "leaves a child that left its group", script: "setsid sleep 3 & exit 5",
      code: "plugin-crashed", says: "status 5"),
    Case(
      testDescription: "ignores every signal it can", script: "trap '' INT TERM HUP; while :; do sleep 100; done",
      code: "plugin-timeout", seconds: 1),
  ]

  @Test(arguments: cases)
  func `a program that misbehaves is an error`(_ one: Case) {
    let error = Script(one.script).guest(seconds: one.seconds, megabytes: one.megabytes).failure()
    #expect(error?.code == one.code)
    let text = [error?.message, error?.cause].compactMap(\.self).joined(separator: " ")
    #expect(text.contains(one.says), "\(text)")
    #expect(text.utf8.count < 6000)
  }

  /// In a process of its own: what is open and who is a child is then ours alone.
  @Test func `nothing is left of programs that misbehave`() async {
    await #expect(processExitsWith: .success) {
      func descriptors() -> Int {
        (0..<1024).count { fcntl($0, F_GETFD) >= 0 }
      }
      // What the libraries open at first use is not ours to count.
      _ = Script("exit 1").guest().failure()
      let before = descriptors()
      for one in HostileProgramTests.cases where one.seconds <= 10 {
        let program = Script(one.script).guest(seconds: one.seconds, megabytes: one.megabytes)
        guard program.failure()?.code == one.code else { exit(1) }
      }
      do {
        // One that works is kept for later, and goes with its program.
        let program = Script("while read -r l; do echo '{}'; done").guest()
        guard program.failure() == nil, program.failure() == nil else { exit(2) }
      }
      guard descriptors() == before else { exit(3) }
      // Neither children nor what is left of them.
      guard waitpid(-1, nil, WNOHANG) == -1, errno == ECHILD else { exit(4) }
    }
  }

  @Test func `what is left of the group goes with its first process`() throws {
    let script = Script("sleep 1000 & echo $! > pid; exit 4")
    #expect(script.guest().failure()?.code == "plugin-crashed")
    let line = try #require(text(script.folder.path + "/pid"))
    let process = try #require(pid_t(line))
    // The system takes a moment to take a killed process away.
    #expect(Waiting.until { kill(process, 0) != 0 || state(process) == "Z" })
  }

  @Test func `the flag that stops the work ends a program that ignores SIGINT, and the caller need not wait`() throws {
    let script = Script("trap '' INT; echo $$ > pid; while :; do sleep 100; done")
    let host = OutsideHost(version: "test")
    let flag = Cancellation()
    host.begin(Settings(), flag)
    let program = script.guest(host: host)
    let pid = script.folder.path + "/pid"
    let waiting = SystemThread.detach {
      _ = Waiting.until { access(pid, R_OK) == 0 }
      flag.cancel()
    }
    #expect(waiting)
    // The program never ends by itself: who waited for that would not come back.
    #expect(program.failure()?.code == "interrupted")
    let process = try #require(text(script.folder.path + "/pid").flatMap { pid_t($0) })
    #expect(Waiting.until { kill(process, 0) != 0 })
  }

  @Test func `three failures in a row end it, and an answer between them does not count`() {
    let script = Script(
      """
      read -r l
      n=$(cat count 2>/dev/null || echo 0)
      echo $((n + 1)) > count
      if [ "$n" = 2 ]; then echo '{}'; fi
      exit 9
      """)
    let program = script.guest()
    let codes = (0..<8).map { _ in program.failure()?.code }
    #expect(
      codes == [
        "plugin-crashed", "plugin-crashed", nil, "plugin-crashed", "plugin-crashed", "plugin-crashed",
        "plugin-disabled",
        "plugin-disabled",
      ])
    #expect(program.failure()?.help == "bring it again")
  }

  @Test func `what the user set goes before a program's own limit`() {
    let host = OutsideHost(version: "test")
    #expect(host.seconds(nil) == 300)
    #expect(host.seconds(7) == 7)
    var settings = Settings()
    settings.pluginTimeout = 2
    host.begin(settings, Cancellation())
    #expect(host.seconds(7) == 2)
    #expect(host.seconds(nil) == 2)
  }

  @Test func `a program that ends after each answer is started for each question`() {
    let program = Script("read -r l; echo '{}'; exit 0").guest()
    for _ in 0..<4 { #expect(program.failure() == nil) }
  }

  @Test func `a host without trust starts nothing`() {
    let script = Script("touch started")
    let program = script.guest(host: OutsideHost(isTrusted: false, version: "test"))
    #expect(program.failure()?.code == "trust-refused")
    #expect(text(script.folder.path + "/started") == nil)
  }

  @Test func `an error of a program is passed on in its words, and it goes on`() {
    let script = Script(
      #"""
      read -r l; echo '{"id":1,"error":{"code":"no-snow","message":"there is no snow","help":"wait"}}'
      read -r l; echo '{"note":"thinking"}'; echo '{"progress":0.5}'
      echo '{"id":2,"error":{"code":"interrupted","message":"\u001b[31mred"}}'
      read -r l; echo '{"id":3,"error":"plain words"}'
      read -r l; echo '{"id":4}'
      """#)
    let program = script.guest()
    let first = program.failure()
    #expect(first?.code == "no-snow")
    #expect(first?.message == "'guest': there is no snow")
    #expect(first?.help == "wait")
    // What means something to podium is not a program's to say.
    #expect(program.failure()?.code == "plugin-error")
    #expect(program.failure()?.message == "'guest': plain words")
    #expect(program.failure() == nil)
  }

  private func state(_ process: pid_t) -> String? {
    text("/proc/\(process)/stat").flatMap {
      $0.split(separator: ")").last?.split(separator: " ").first.map(String.init)
    }
  }

  private func text(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split(separator: "\n").first.map(String.init)
  }
}
