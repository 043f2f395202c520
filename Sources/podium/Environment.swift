import Glibc
import PodiumCore
import PodiumPlugin

/// What the process was started with: folders, variables, its own file.
enum Environment {
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }

  /// Whether this runs where no one watches, as CI does.
  static var isCI: Bool { variable("CI").map { $0 != "false" && $0 != "0" } ?? false }

  static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  /// The file this program was started from.
  static var program: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Where bundled datasets lie: installed beside the program, or in the checkout it was built in.
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

  /// The folder above a place, which is empty for one at the top; nil at the top itself.
  private static func parent(of path: String) -> String? {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
  }

  /// A folder of the XDG base directories, by its variable or below the home folder.
  static func folder(_ variable: String, orHome path: String) -> String? {
    self.variable(variable) ?? self.variable("HOME").map { $0 + "/" + path }
  }

  static var historyFile: String? {
    folder("XDG_STATE_HOME", orHome: ".local/state").map { $0 + "/podium/history" }
  }

  static var pluginFolder: String? {
    folder("XDG_DATA_HOME", orHome: ".local/share").map { $0 + "/podium/plugins" }
  }

  /// Where what was fetched is kept; nil where there is no home folder.
  static var fetchFolder: String? {
    folder("XDG_CACHE_HOME", orHome: ".cache").map { $0 + "/podium/fetch" }
  }

  static var startupFile: String? {
    folder("XDG_CONFIG_HOME", orHome: ".config").map { $0 + "/podium/init.podium" }
  }

  /// The zone that the machine's clock shows: that of TZ, else the one set for the machine.
  static var localClock: LocalClock {
    LocalClock(zone: zone) { moment in
      var seconds = time_t(moment.microseconds.quotientAndRemainder(dividingBy: 1_000_000).quotient)
      var local = tm()
      guard localtime_r(&seconds, &local) != nil else { return 0 }
      return Int(local.tm_gmtoff) / 60
    }
  }

  /// The zone's name; what the system calls the time now where its setting has none.
  private static var zone: String {
    if let named = variable("TZ"), !named.isEmpty {
      return named.hasPrefix(":") ? String(named.dropFirst()) : named
    }
    if let path = realpath("/etc/localtime", nil) {
      defer { free(path) }
      let text = String(cString: path)
      if let place = text.split(separator: "/").firstIndex(of: "zoneinfo") {
        return text.split(separator: "/")[(place + 1)...].joined(separator: "/")
      }
    }
    return "UTC"
  }

  /// The workspace of this user; nil where there is no home folder.
  static var workspaceFile: String? {
    folder("XDG_DATA_HOME", orHome: ".local/share").map { $0 + "/podium/workspace.sqlite" }
  }

  /// Who sits here, for what is written down about changes.
  static var user: String { variable("USER") ?? variable("LOGNAME") ?? accountName ?? "user \(getuid())" }

  private static var accountName: String? { getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } }

  /// Whether the terminal is said to show UTF-8, whatever locales are installed here.
  static var isUTF8: Bool {
    let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? ""
    let letters = locale.lowercased().filter { $0.isLetter || $0.isNumber }
    return letters.contains("utf8")
  }

  /// The time of day, to the millisecond.
  static func now() -> Moment {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Moment(microseconds: time.tv_sec * 1_000_000 + time.tv_nsec / 1_000_000 * 1000)
  }

  /// Seconds of the clock that never goes back.
  static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
