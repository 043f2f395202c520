internal import Glibc
internal import PodiumCore
internal import PodiumOutside

/// The file that says which podium drives a run: one submits, the others watch.
///
/// Its time is that of the last heartbeat, by the clock of the folder's own machine.
struct DriverMark {
  /// The seconds between two heartbeats, and after how many without one another podium takes over.
  static let (pulse, patience) = (30.0, 90.0)

  private let folder: String
  private let own: String
  private var path: String { folder + "/driver" }
  private var beaten = ChildProcess.now()

  /// The mark of this process for a run's folder; nothing is written yet.
  init(folder: String) {
    self.folder = folder
    var random = SystemRandomNumberGenerator()
    own = "\(DriverMark.host) \(getpid()) \(String(random.next(), radix: 16))"
  }

  /// The name of this machine.
  static var host: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "?" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Who drives the run, as `HOST, process PID`; nil where no one does.
  var holder: String? {
    guard let words = read(path)?.split(separator: " "), words.count == 3 else { return nil }
    return SafeText.escape("\(words[0]), process \(words[1])")
  }

  /// Whether this process drives the run from now on, or already did.
  mutating func claim() -> Bool {
    for _ in 0..<2 {
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if file >= 0 {
        defer { close(file) }
        let bytes = Array(own.utf8)
        beaten = ChildProcess.now()
        return bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count
      }
      guard let found = read(path) else { continue }
      if found == own { return true }
      guard isStale(found) else { return false }
      let aside = path + "." + (own.split(separator: " ").last.map(String.init) ?? "")
      guard rename(path, aside) == 0 else { continue }
      // Another podium may have taken over in between: its mark goes back.
      if let moved = read(aside), moved != found { link(aside, path) }
      unlink(aside)
    }
    return false
  }

  /// Says that this process is alive, if it is time; false where another has taken over.
  mutating func beat() -> Bool {
    guard ChildProcess.now() - beaten >= DriverMark.pulse else { return true }
    beaten = ChildProcess.now()
    guard read(path) == own else { return false }
    return utimensat(AT_FDCWD, path, nil, 0) == 0
  }

  /// Leaves the run to others.
  func release() { if read(path) == own { unlink(path) } }

  private func isStale(_ mark: String) -> Bool {
    let words = mark.split(separator: " ")
    if words.count == 3, words[0] == DriverMark.host, let process = pid_t(words[1]) {
      return kill(process, 0) != 0 && errno == ESRCH
    }
    // Against a file that is touched now: the clock of the machine that holds the folder may differ from ours.
    let probe = path + ".now"
    let file = open(probe, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer {
      close(file)
      unlink(probe)
    }
    var (now, then) = (stat(), stat())
    guard futimens(file, nil) == 0, fstat(file, &now) == 0, lstat(path, &then) == 0 else { return false }
    return Double(now.st_mtim.tv_sec) - Double(then.st_mtim.tv_sec) > DriverMark.patience
  }

  private func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
