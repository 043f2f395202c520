import Glibc
import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumOutside

/// Misbehaving programs: each gives an error within its time limit and leaves nothing running.
struct HostileProgramTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: String
    let code: String
    /// A text that the message or the cause must contain.
    var says = ""
    /// So long that no busy machine takes longer, unless running out of it is the subject.
    var seconds = 300
    var isLong = false
    var megabytes = 4096
  }

  static let cases = [
    Case(testDescription: "exits at once", script: "exit 3", code: "plugin-crashed", says: "status 3"),
    Case(
      testDescription: "exits with 0 without output", script: "read l; exit 0", code: "plugin-crashed", says: "status 0"
    ),
    Case(
      testDescription: "does not exist", script: "exec /no/such/program", code: "plugin-crashed", says: "not found"),
    Case(
      testDescription: "crashes while it writes an answer", script: "read l; printf '{\"id\":1,\"pre'; kill -SEGV $$",
      code: "plugin-crashed", says: "signal 11"),
    Case(testDescription: "hangs", script: "exec sleep 100", code: "plugin-timeout", says: "within 1 s", seconds: 1),
    Case(testDescription: "prints garbage", script: "exec yes", code: "bad-reply", says: "not JSON"),
    Case(
      testDescription: "prints bytes that are not text",
      script: "printf '{\"id\":1,\"x\":\"\\377\"}\\n'; read l; sleep 100",
      code: "bad-reply"),
    Case(
      testDescription: "answers a number", script: "echo 7; sleep 100", code: "bad-reply", says: "not a JSON object"),
    Case(
      testDescription: "writes an endless line", script: "exec cat /dev/zero", code: "plugin-flood", says: "8 MB"),
    Case(
      testDescription: "sends endless progress", script: "exec yes '{\"progress\":0.5}'", code: "plugin-flood",
      says: "lines", isLong: true),
    Case(
      testDescription: "answers another request", script: "read l; echo '{\"id\":99}'; sleep 100", code: "bad-reply",
      says: "another request"),
    Case(
      testDescription: "nests too deeply",
      script: "read l; head -c 100000 /dev/zero | tr '\\0' '['; echo; sleep 100", code: "bad-reply",
      says: "nested more than"),
    Case(
      testDescription: "allocates memory without limit", script: "read l; x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done",
      code: "plugin-crashed", megabytes: 64),
    Case(
      testDescription: "closes its output", script: "exec 1>&-; exec sleep 100", code: "plugin-crashed",
      says: "closed its output"),
    Case(
      testDescription: "closes its input and hangs", script: "exec 0<&-; exec sleep 100", code: "plugin-timeout",
      seconds: 1),
    Case(
      testDescription: "floods its errors", script: "yes 'dreadful' | head -c 20000000 >&2; exit 1",
      code: "plugin-crashed", says: "dreadful"),
    Case(
      testDescription: "leaves a child that holds the pipe", script: "sleep 100 & exit 4", code: "plugin-crashed",
      says: "status 4"),
    Case(
      testDescription: "leaves a child in another group", script: "setsid sleep 3 & exit 5",
      code: "plugin-crashed", says: "status 5"),
    Case(
      testDescription: "ignores every signal it can", script: "trap '' INT TERM HUP; while :; do sleep 100; done",
      code: "plugin-timeout", seconds: 1),
  ]

  @Test(arguments: cases)
  func `a misbehaving program is an error`(_ one: Case) {
    let error = Script(one.script).guest(seconds: one.seconds, megabytes: one.megabytes).failure()
    #expect(error?.code == one.code)
    let text = [error?.message, error?.cause].compactMap(\.self).joined(separator: " ")
    #expect(text.contains(one.says), "\(text)")
    #expect(text.utf8.count < 6000)
  }

  /// In a separate process, so that all open files and children are ours.
  @Test func `misbehaving programs leave no processes and no open files`() async {
    await #expect(processExitsWith: .success) {
      func descriptors() -> Int {
        (0..<1024).count { fcntl($0, F_GETFD) >= 0 }
      }
      // Open what libraries open on first use before counting.
      _ = Script("exit 1").guest().failure()
      let before = descriptors()
      for one in HostileProgramTests.cases where !one.isLong {
        let program = Script(one.script).guest(seconds: one.seconds, megabytes: one.megabytes)
        guard program.failure()?.code == one.code else { exit(1) }
      }
      do {
        // A working child is kept for later, and ends with its program.
        let program = Script("while read -r l; do echo '{}'; done").guest()
        guard program.failure() == nil, program.failure() == nil else { exit(2) }
      }
      guard descriptors() == before else { exit(3) }
      // No children and no zombies.
      guard waitpid(-1, nil, WNOHANG) == -1, errno == ECHILD else { exit(4) }
    }
  }

  @Test func `a program has its own session, without our terminal`() throws {
    let answer = try Script(
      "read -r l; read -r a b c d e session rest < /proc/$$/stat; echo \"{\\\"process\\\":$$,\\\"session\\\":$session}\""
    ).guest().ask()
    #expect(answer["process"]?.integer != nil && answer["process"]?.integer == answer["session"]?.integer)
    #expect(answer["session"]?.integer != Int(getsid(0)))
  }

  @Test func `a program gets the variables it needs and those it asks for`() throws {
    let all = [
      "PATH=/bin", "HOME=/h", "LANG=C", "LC_ALL=C.UTF-8", "TZ=UTC", "TMPDIR=/tmp", "AWS_SECRET_ACCESS_KEY=x",
      "R_LIBS=/r", "PATHS=/no", "SSH_AUTH_SOCK=/s", "damaged", "LC=no",
    ]
    #expect(ChildEnvironment.limited([]).chosen(from: all) == Array(all[..<6]))
    #expect(ChildEnvironment.limited(["R_LIBS", "MISSING"]).chosen(from: all) == Array(all[..<6]) + ["R_LIBS=/r"])
    #expect(ChildEnvironment.whole.chosen(from: all) == all)
    #expect(["R_LIBS", "_x", "a1"].allSatisfy(ChildEnvironment.isName))
    #expect(!["", "1a", "a=b", "a b", "ä"].contains(where: ChildEnvironment.isName))
  }

  @Test func `the rest of a process group is killed with its first process`() throws {
    let script = Script("sleep 1000 & echo $! > pid; exit 4")
    #expect(script.guest().failure()?.code == "plugin-crashed")
    let line = try #require(text(script.folder.path + "/pid"))
    let process = try #require(pid_t(line))
    // The system needs a moment to remove a killed process.
    #expect(Waiting.until { kill(process, 0) != 0 || state(process) == "Z" })
  }

  @Test func `cancelling kills a program that ignores SIGINT, and the caller does not wait`() throws {
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
    // The program never exits by itself, so waiting for that would not return.
    #expect(program.failure()?.code == "interrupted")
    let process = try #require(text(script.folder.path + "/pid").flatMap { pid_t($0) })
    #expect(Waiting.until { kill(process, 0) != 0 })
  }

  @Test func `three failures in a row disable it, and an answer in between resets the count`() {
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

  @Test func `the user's time limit takes precedence over the program's`() {
    let host = OutsideHost(version: "test")
    #expect(host.seconds(nil) == 300)
    #expect(host.seconds(7) == 7)
    var settings = Settings()
    settings.pluginTimeout = 2
    host.begin(settings, Cancellation())
    #expect(host.seconds(7) == 2)
    #expect(host.seconds(nil) == 2)
  }

  @Test func `a program that exits after each answer is started for each request`() {
    let program = Script("read -r l; echo '{}'; exit 0").guest()
    for _ in 0..<4 { #expect(program.failure() == nil) }
  }

  @Test func `a host without trust starts nothing`() {
    let script = Script("touch started")
    let program = script.guest(host: OutsideHost(isTrusted: false, version: "test"))
    #expect(program.failure()?.code == "trust-refused")
    #expect(text(script.folder.path + "/started") == nil)
  }

  @Test func `an error of a program is reported with its message, and it continues`() {
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
    // A program cannot use error codes with a special meaning in podium.
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
