internal import Glibc
internal import PodiumCore
internal import PodiumFiles
internal import PodiumOutside

/// The file that says which podium drives a run: one submits, the others watch.
///
/// Its time is that of the last heartbeat, by the clock of the folder's own machine.
struct DriverMark {
  /// The seconds between two heartbeats, and after how many without one another podium takes over.
  static let (pulse, patience) = (30.0, 90.0)

  private let path: String
  private let own: String
  private var beaten = ChildProcess.now()

  /// The mark of this process for a run's folder; nothing is written yet.
  init(of run: RunFolder) {
    path = run.at("driver")
    own = "\(DriverMark.host) \(getpid()) \(DriverMark.random) \(DriverMark.place)"
  }

  /// Digits that nothing else has.
  static var random: String { String(UInt64.random(in: 0 ... .max), radix: 16) }

  /// The name of this machine.
  static var host: String {
    MemoryRoom.text("/proc/sys/kernel/hostname")?.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "?"
  }

  /// What distinguishes the process numbers of this machine, or of its container, from all others.
  static let place: String = {
    var status = stat()
    stat("/proc/self/ns/pid", &status)
    let boot = MemoryRoom.text("/proc/sys/kernel/random/boot_id") ?? ""
    return String(SHA256.hex(Array("\(host) \(boot) \(status.st_ino)".utf8)).prefix(12))
  }()

  /// Who drives the run, as `HOST, process PID`; nil where no one does.
  var holder: String? {
    guard let words = read(path)?.split(separator: " "), words.count == 4 else { return nil }
    return SafeText.escape("\(words[0]), process \(words[1])")
  }

  /// Whether somebody drives the run.
  var isHeld: Bool { access(path, F_OK) == 0 && (try? isStale(read(path))) != true }

  /// Whether this process drives the run from now on, or already did; throws `cluster-folder` and `disk-full`.
  mutating func claim() throws(Diagnostic) -> Bool {
    let draft = path + "." + String(own.split(separator: " ")[2])
    defer { unlink(draft) }
    for _ in 0..<2 {
      let found = read(path)
      if found == own { return true }
      if access(path, F_OK) == 0 {
        guard try isStale(found), rename(path, draft) == 0 else { return false }
        // Another podium may have taken over in between: its mark goes back.
        if let moved = read(draft), moved != found { link(draft, path) }
      }
      // Whole from its first moment: a mark without words names no one.
      try RunFolder.write(Array(own.utf8), to: draft)
      beaten = ChildProcess.now()
      if link(draft, path) == 0 { return true }
    }
    return false
  }

  /// Says that this process is alive, if it is time; false where another has taken over.
  mutating func beat() -> Bool {
    guard ChildProcess.now() - beaten >= DriverMark.pulse else { return true }
    beaten = ChildProcess.now()
    return read(path) == own && utimensat(AT_FDCWD, path, nil, 0) == 0
  }

  /// Leaves the run to others.
  func release() { if read(path) == own { unlink(path) } }

  private func isStale(_ mark: String?) throws(Diagnostic) -> Bool {
    let words = mark?.split(separator: " ") ?? []
    if words.count == 4, words[3] == DriverMark.place, let process = pid_t(words[1]), kill(process, 0) != 0,
      errno == ESRCH
    {
      return true
    }
    // Against a file that is touched now: the clock of the machine that holds the folder may differ from ours.
    let probe = path + "." + DriverMark.random
    defer { unlink(probe) }
    try RunFolder.write([], to: probe)
    var (now, then) = (stat(), stat())
    guard utimensat(AT_FDCWD, probe, nil, 0) == 0, lstat(probe, &now) == 0, lstat(path, &then) == 0 else {
      return false
    }
    return Double(now.st_mtim.tv_sec) - Double(then.st_mtim.tv_sec) > DriverMark.patience
  }

  private func read(_ path: String) -> String? {
    guard let file = try? RegularFile(path, flags: O_NOFOLLOW, shown: path),
      let bytes = try? file.start(512, shown: path), !bytes.isEmpty
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
