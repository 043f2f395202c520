internal import Glibc
package import PodiumCore
internal import PodiumFiles

/// The file that says which process does what only one may do, of all machines that see its folder; the others wait.
///
/// Its time is that of the last heartbeat, by the clock of the folder's own machine. Where two take over at the same moment, the
/// first reads so when it looks next.
package struct ProcessLease {
  /// The seconds between two looks, each of which is a heartbeat of the holder, and without one until it is replaced.
  private static let (pulse, patience) = (5.0, 90.0)

  private let (path, clock, own): (String, String, String)
  private let failed: @Sendable (_ path: String, _ code: Int32) -> Diagnostic
  private var looked = -Double.infinity

  /// A lease of this process, in a file; `clock` is a folder beside it whose time may be changed, and `failed` gives the error
  /// for a file that cannot be written.
  package init(
    at path: String, clock: String, failed: @escaping @Sendable (_ path: String, _ code: Int32) -> Diagnostic
  ) {
    let number = String(UInt64.random(in: 0 ... .max), radix: 16)
    (self.path, self.clock, self.failed) = (path, clock, failed)
    own = "\(ProcessLease.host) \(getpid()) \(number) \(ProcessLease.place)"
  }

  package static var host: String {
    MemoryRoom.text("/proc/sys/kernel/hostname")?.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "?"
  }

  /// What distinguishes the process numbers of this machine, or of its container, from all others.
  package static let place: String = {
    var status = stat()
    stat("/proc/self/ns/pid", &status)
    return "\(status.st_ino)-" + (MemoryRoom.text("/proc/sys/kernel/random/boot_id") ?? host).prefix(36)
  }()

  private var found: String? {
    (try? DiskFiles.shared(at: path)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Who holds it, as `HOST, process PID`; nil where no one does.
  package var holder: String? {
    guard let words = found?.split(separator: " "), words.count == 4 else { return nil }
    return SafeText.escape("\(words[0]), process \(words[1])")
  }

  /// Whether this process holds it from now on, or still does; throws what `failed` gives.
  package mutating func holds() throws(Diagnostic) -> Bool {
    let (found, now) = (found, ChildProcess.now())
    if let found, now - looked < ProcessLease.pulse, !isGone(found) { return found == own }
    looked = now
    if found == own { return utimensat(AT_FDCWD, path, nil, 0) == 0 }
    if let found, !isGone(found), age <= ProcessLease.patience { return false }
    guard let code = DiskFiles.share(Array(own.utf8), at: path, isNew: found == nil) else { return true }
    if code == EEXIST { return false }
    throw failed(path, code)
  }

  package func release() { if found == own { unlink(path) } }

  /// The seconds since the last heartbeat, by the time of a folder that is touched now: clocks of machines differ.
  private var age: Double {
    var (now, last) = (stat(), stat())
    guard utimensat(AT_FDCWD, clock, nil, 0) == 0, lstat(clock, &now) == 0, lstat(path, &last) == 0 else { return 0 }
    return Double(now.st_mtim.tv_sec) - Double(last.st_mtim.tv_sec)
  }

  /// Whether a process of this machine has ended.
  private func isGone(_ mark: String) -> Bool {
    let words = mark.split(separator: " ")
    guard words.count == 4, words[3] == ProcessLease.place, let process = pid_t(words[1]) else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }
}
