internal import Glibc
internal import PodiumCore
internal import PodiumFiles
internal import PodiumOutside

/// The file that says which podium drives a run: one submits, the others watch.
///
/// Its time is that of the last heartbeat, by the clock of the folder's own machine.
struct DriverMark {
  /// The seconds between two heartbeats, between two looks at those of another, and without one until it is replaced.
  static let (pulse, pause, patience) = (30.0, 5.0, 90.0)

  private let path: String
  private let own: String
  /// When this process last gave a sign of life, or looked for those of another.
  private var looked = -Double.infinity

  init(of run: RunFolder) {
    path = run.at("driver")
    own = "\(DriverMark.host) \(getpid()) \(RunFolder.random) \(DriverMark.place)"
  }

  static var host: String {
    MemoryRoom.text("/proc/sys/kernel/hostname")?.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "?"
  }

  /// What distinguishes the process numbers of this machine, or of its container, from all others.
  static let place: String = {
    var status = stat()
    stat("/proc/self/ns/pid", &status)
    return "\(status.st_ino)-" + (MemoryRoom.text("/proc/sys/kernel/random/boot_id") ?? host).prefix(36)
  }()

  /// Who drives the run, as `HOST, process PID`; nil where no one does.
  var holder: String? {
    guard let words = read(path)?.split(separator: " "), words.count == 4 else { return nil }
    return SafeText.escape("\(words[0]), process \(words[1])")
  }

  /// Whether this process drives the run from now on, or still does; throws `cluster-folder` and `disk-full`.
  mutating func drives() throws(Diagnostic) -> Bool {
    let (found, now) = (read(path), ChildProcess.now())
    if found == own, now - looked < DriverMark.pulse { return true }
    if now - looked < DriverMark.pause, access(path, F_OK) == 0, !isGone(found) { return false }
    looked = now
    if found == own { return utimensat(AT_FDCWD, path, nil, 0) == 0 }
    // Whole from its first moment: a mark without words names no one.
    let (draft, moved) = ("\(path).\(RunFolder.random)", "\(path).\(RunFolder.random)")
    defer { for file in [draft, moved] { unlink(file) } }
    try RunFolder.write(Array(own.utf8), to: draft)
    if link(draft, path) == 0 { return true }
    // Against the draft: the clock of the machine that holds the folder may differ from ours.
    var (mine, other) = (stat(), stat())
    guard lstat(draft, &mine) == 0, lstat(path, &other) == 0,
      isGone(found) || Double(mine.st_mtim.tv_sec) - Double(other.st_mtim.tv_sec) > DriverMark.patience,
      rename(path, moved) == 0
    else { return false }
    // Another podium may have taken over in between: its mark goes back.
    if let taken = read(moved), taken != found { link(moved, path) }
    return link(draft, path) == 0
  }

  func release() { if read(path) == own { unlink(path) } }

  private func isGone(_ mark: String?) -> Bool {
    guard let words = mark?.split(separator: " "), words.count == 4, words[3] == DriverMark.place else { return false }
    return pid_t(words[1]).map { kill($0, 0) != 0 && errno == ESRCH } ?? false
  }

  private func read(_ path: String) -> String? {
    let bytes = try? RegularFile(path, flags: O_NOFOLLOW, shown: path).start(512, shown: path)
    return bytes.flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
  }
}
