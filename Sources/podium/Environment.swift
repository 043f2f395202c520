import Glibc
import PodiumCore
import PodiumPlugin

/// The environment of the process: folders, variables, its own file.
enum Environment {
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }

  /// Whether this runs unattended, in CI.
  static var isCI: Bool { variable("CI").map { $0 != "false" && $0 != "0" } ?? false }

  static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  /// The file this program was started from.
  static var program: String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress, readlink("/proc/self/exe", start, buffer.count - 1) > 0 else { return nil }
      return String(cString: start)
    }
  }

  /// Where bundled datasets are: installed with the program, or in the checkout it was built in.
  static var datasetFolders: [String] {
    guard let program, var folder = parent(of: program) else { return [] }
    var folders: [String] = []
    if folder.hasSuffix("/bin"), let above = parent(of: folder) { folders.append(above + "/share/podium/datasets") }
    while !folder.isEmpty {
      if access(folder + "/Package.swift", R_OK) == 0 {
        folders.append(folder + "/datasets")
        break
      }
      guard let above = parent(of: folder) else { break }
      folder = above
    }
    return folders
  }

  /// The parent folder of a path: empty for an entry of the root, nil for the root itself.
  private static func parent(of path: String) -> String? {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
  }

  /// An XDG base directory, from its variable or else in the home folder.
  static func folder(_ variable: String, orHome path: String) -> String? {
    self.variable(variable) ?? self.variable("HOME").map { $0 + "/" + path }
  }

  static var historyFile: String? {
    folder("XDG_STATE_HOME", orHome: ".local/state").map { $0 + "/podium/history" }
  }

  static var pluginFolder: String? {
    folder("XDG_DATA_HOME", orHome: ".local/share").map { $0 + "/podium/plugins" }
  }

  /// The cache of downloaded files; nil without a home folder.
  static var fetchFolder: String? {
    folder("XDG_CACHE_HOME", orHome: ".cache").map { $0 + "/podium/fetch" }
  }

  static var startupFile: String? {
    folder("XDG_CONFIG_HOME", orHome: ".config").map { $0 + "/podium/init.podium" }
  }

  /// The local time zone: that of TZ, or else the machine's.
  static var localClock: LocalClock {
    LocalClock(zone: zone) { moment in
      var seconds = time_t(moment.microseconds.quotientAndRemainder(dividingBy: 1_000_000).quotient)
      var local = tm()
      guard localtime_r(&seconds, &local) != nil else { return 0 }
      return Int(local.tm_gmtoff) / 60
    }
  }

  /// The name of the time zone; UTC if the system names none.
  private static var zone: String {
    if let named = variable("TZ"), !named.isEmpty {
      return named.hasPrefix(":") ? String(named.dropFirst()) : named
    }
    if let path = realpath("/etc/localtime", nil) {
      defer { free(path) }
      let text = String(cString: path)
      let parts = text.split(separator: "/")
      if let place = parts.firstIndex(of: "zoneinfo"), place + 1 < parts.count {
        return String(text[parts[place + 1].startIndex...])
      }
    }
    return "UTC"
  }

  /// The user's workspace; nil without a home folder.
  static var workspaceFile: String? {
    folder("XDG_DATA_HOME", orHome: ".local/share").map { $0 + "/podium/workspace.sqlite" }
  }

  /// The user's name, which is recorded with changes.
  static var user: String { variable("USER") ?? variable("LOGNAME") ?? accountName ?? "user \(getuid())" }

  private static var accountName: String? { getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } }

  /// Whether the locale's name says UTF-8, even if that locale is not installed: as podium was started, since the line
  /// editor sets a locale of its own.
  static let isUTF8: Bool = {
    let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? ""
    let letters = locale.lowercased().filter { $0.isLetter || $0.isNumber }
    return letters.contains("utf8")
  }()

  /// The time of day, to the millisecond.
  static func now() -> Moment {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Moment(microseconds: time.tv_sec * 1_000_000 + time.tv_nsec / 1_000_000 * 1000)
  }

  /// Seconds on a monotonic clock.
  static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
