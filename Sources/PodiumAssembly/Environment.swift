internal import Glibc
public import PodiumCore
internal import PodiumFiles
public import PodiumPlugin

/// The environment of the process: the user's name and folders, the zone and the clocks, its variables and its own file.
public enum Environment {
  /// A variable; nil if it is not set, empty, or not UTF-8, of which a repaired form would name another file.
  public static func variable(_ name: String) -> String? {
    guard let value = getenv(name).flatMap({ String(validatingCString: $0) }), !value.isEmpty else { return nil }
    return value
  }

  /// Whether this runs unattended, in CI.
  public static var isCI: Bool { variable("CI").map { $0 != "false" && $0 != "0" } ?? false }

  /// The folder that the process is in, as `.` where its path is not UTF-8.
  public static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(validatingCString: path) ?? "."
  }

  /// Where bundled datasets are: installed with the program, or in the checkout it was built in.
  public static var datasetFolders: [String] { folders(installed: "datasets", built: "datasets") }

  /// Where external plugins that come with podium are: the same.
  public static var pluginFolders: [String] { folders(installed: "external", built: "plugins") }

  private static func folders(installed: String, built: String) -> [String] {
    var folders = ProgramFile.prefix.map { [$0.joined("share/podium").joined(installed).text] } ?? []
    var place = ProgramFile.path.flatMap { FilePath($0).parent }
    while let folder = place?.parent {
      if access(folder.joined("Package.swift").text, R_OK) == 0 {
        folders.append(folder.joined(built).text)
        break
      }
      place = folder
    }
    return folders
  }

  /// An XDG base directory, from its variable or else in the home folder; nil without a home folder.
  ///
  /// Relative paths are ignored, as the XDG specification says: they would mean another folder in each directory.
  public static func folder(_ variable: String, orHome path: String) -> String? {
    folder(variable) ?? folder("HOME").map { FilePath.join($0, path) }
  }

  private static func folder(_ variable: String) -> String? {
    self.variable(variable).flatMap { FilePath($0).isAbsolute ? $0 : nil }
  }

  /// The commands of the prompt; nil without a home folder.
  public static var historyFile: String? {
    folder("XDG_STATE_HOME", orHome: ".local/state").map { FilePath.join($0, "podium/history") }
  }

  /// The list of what notebooks and scripts wrote; nil without a home folder.
  public static var writtenFile: String? {
    folder("XDG_STATE_HOME", orHome: ".local/state").map { FilePath.join($0, "podium/written") }
  }

  /// Where Jupyter keeps the user's kernels and more; nil without a home folder.
  public static var jupyterFolder: String? {
    folder("JUPYTER_DATA_DIR") ?? folder("XDG_DATA_HOME", orHome: ".local/share").map { FilePath.join($0, "jupyter") }
  }

  /// The folders in which Jupyter looks for kernels, as far as the environment names them.
  public static var jupyterFolders: [String] {
    let listed = variable("JUPYTER_PATH").map { $0.split(separator: ":").map(String.init) } ?? []
    let surrounding = ["VIRTUAL_ENV", "CONDA_PREFIX"].compactMap(folder).map { FilePath.join($0, "share/jupyter") }
    var folders: [String] = []
    for folder in listed + [jupyterFolder].compactMap(\.self) + surrounding + [
      "/usr/local/share/jupyter", "/usr/share/jupyter",
    ]
    where !folders.contains(folder) { folders.append(folder) }
    return folders
  }

  /// The folder that plugins are installed in; nil without a home folder.
  public static var pluginFolder: String? {
    folder("XDG_DATA_HOME", orHome: ".local/share").map { FilePath.join($0, "podium/plugins") }
  }

  /// The cache of downloaded files; nil without a home folder.
  public static var fetchFolder: String? {
    folder("XDG_CACHE_HOME", orHome: ".cache").map { FilePath.join($0, "podium/fetch") }
  }

  /// The commands that a prompt begins with; nil without a home folder.
  public static var startupFile: String? {
    folder("XDG_CONFIG_HOME", orHome: ".config").map { FilePath.join($0, "podium/init.podium") }
  }

  /// What a cluster's site needs; nil without a home folder.
  static var clusterFile: String? {
    folder("XDG_CONFIG_HOME", orHome: ".config").map { FilePath.join($0, "podium/slurm.sh") }
  }

  /// What is wrong with the environment: times or files would not be what the user expects.
  public static var warnings: [Diagnostic] {
    var warnings: [Diagnostic] = []
    if let zone = unknownZone {
      warnings.append(
        Diagnostic(
          "unknown-time-zone", "TZ names the time zone '\(zone)', which this machine does not know: times are in UTC",
          help: "name it as in TZ=Europe/Stockholm"))
    }
    if let mask = DiskFiles.harmfulMask {
      let used = String(mask & ~0o700, radix: 8)
      warnings.append(
        Diagnostic(
          "unwritable-file",
          "umask 0\(String(mask, radix: 8)) takes from you the rights to the files and folders that podium makes for you: "
            + "it uses umask 0\(used)",
          help: "set another one in the shell, as in umask 022"))
    }
    return warnings
  }

  /// The zone that TZ names, if this machine does not know it; the C library then takes UTC and says nothing.
  private static var unknownZone: String? {
    guard let named = variable("TZ") else { return nil }
    let name = String(decoding: named.utf8.drop { $0 == UInt8(ascii: ":") }, as: UTF8.self)
    let folder = variable("TZDIR") ?? "/usr/share/zoneinfo"
    var status = stat()
    let isThere = stat(FilePath(name).isAbsolute ? name : FilePath.join(folder, name), &status) == 0
    if ["UTC", "GMT"].contains(name) || isThere && status.st_mode & S_IFMT == S_IFREG { return nil }
    // The other form of POSIX: a name of three letters or more, or one in angle brackets, and hours, as in CET-1CEST.
    var rest = name.utf8[...]
    if rest.first == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
      rest = rest[rest.index(after: end)...]
    } else {
      let letters = rest.prefix { (0x61...0x7A).contains($0 | 0x20) }
      guard letters.count >= 3 else { return named }
      rest = rest[letters.endIndex...]
    }
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest = rest.dropFirst() }
    return rest.first.map { (0x30...0x39).contains($0) } ?? false ? nil : named
  }

  /// The local time zone: that of TZ, or else the machine's.
  public static var localClock: LocalClock {
    guard unknownZone == nil else { return LocalClock(zone: "UTC") { _ in 0 } }
    return LocalClock(zone: zone) { moment in
      var seconds = time_t(moment.microseconds.quotientAndRemainder(dividingBy: 1_000_000).quotient)
      var local = tm()
      guard localtime_r(&seconds, &local) != nil else { return 0 }
      return Int(local.tm_gmtoff) / 60
    }
  }

  /// The name of the time zone; UTC if the system names none.
  private static var zone: String {
    if let named = variable("TZ"), !named.isEmpty {
      return String(decoding: named.utf8.drop { $0 == UInt8(ascii: ":") }, as: UTF8.self)
    }
    if let path = realpath("/etc/localtime", nil) {
      defer { free(path) }
      let names = FilePath(String(cString: path)).names
      if let place = names.firstIndex(of: "zoneinfo"), place + 1 < names.count {
        return FilePath.joined(Array(names[(place + 1)...]))
      }
    }
    return "UTC"
  }

  /// Why the user has no workspace file.
  public static var noWorkspace: String {
    variable("HOME") == nil ? "HOME is not set" : "HOME is not the absolute path of a folder"
  }

  /// The user's workspace; nil without a home folder.
  public static var workspaceFile: String? {
    folder("XDG_DATA_HOME", orHome: ".local/share").map { FilePath.join($0, "podium/workspace.sqlite") }
  }

  /// The user's name, which is recorded with changes.
  public static var user: String { variable("USER") ?? variable("LOGNAME") ?? accountName ?? "user \(getuid())" }

  private static var accountName: String? { getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } }

  /// Whether the locale's name says UTF-8, even if that locale is not installed: as podium was started, since the line
  /// editor sets a locale of its own.
  public static let isUTF8: Bool = {
    let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? ""
    let letters = locale.lowercased().filter { $0.isLetter || $0.isNumber }
    return letters.contains("utf8")
  }()

  /// The time of day, to the millisecond.
  public static func now() -> Moment {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Moment(microseconds: time.tv_sec * 1_000_000 + time.tv_nsec / 1_000_000 * 1000)
  }

  /// Seconds on a monotonic clock.
  public static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
