import Glibc
import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumOutside
import PodiumPlugin
import Synchronization

/// What there is to say about this program and this machine.
struct Doctor {
  /// One line of the report.
  struct Finding {
    var section: String
    var name: String
    var value: String
    var isBroken: Bool
  }

  private(set) var findings: [Finding] = []

  /// Looks at everything; nothing is made or changed.
  init(_ options: LaunchOptions) {
    add("program", "podium", Build.version)
    add("program", "built with", "Swift " + Doctor.compiler)
    add("program", "file", Environment.program.map(Doctor.shown) ?? "unknown")
    for library in DynamicLibrary.all { look(for: library) }
    addMachine()
    for name in ["TERM", "COLORTERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG", "PODIUM_SCREENREADER"] {
      add("terminal", name, Environment.variable(name) ?? "not set")
    }
    add("terminal", "characters", Environment.isUTF8 ? "UTF-8" : "no UTF-8 by the locale: the prompt is plain ASCII")
    let size = TerminalSize.current.map { "\($0.columns) columns, \($0.rows) rows" }
    add("terminal", "size", size ?? "standard output is no terminal")
    addFiles(options)
    addSession(options)
  }

  private mutating func add(_ section: String, _ name: String, _ value: String, isBroken: Bool = false) {
    findings.append(Finding(section: section, name: name, value: value, isBroken: isBroken))
  }

  // MARK: Program and machine

  private static var compiler: String {
    #if swift(>=6.4)
      "6.4 or newer"
    #elseif swift(>=6.3)
      "6.3"
    #else
      "6.2 or older"
    #endif
  }

  private mutating func look(for library: DynamicLibrary) {
    if let found = library.version {
      add("libraries", library.name, found)
    } else {
      add(
        "libraries", library.name, "missing, for \(library.use): apt-get install \(library.package)", isBroken: true)
    }
  }

  private mutating func addMachine() {
    var system = utsname()
    uname(&system)
    add("machine", "system", Doctor.text(of: system.sysname) + " " + Doctor.text(of: system.release))
    add("machine", "processor", Doctor.text(of: system.machine))
    add("machine", "threads", String(Parallel.processors))
  }

  /// The text in one of the arrays of `uname`, which Swift sees as a tuple.
  private static func text<Field>(of field: Field) -> String {
    withUnsafeBytes(of: field) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }

  // MARK: Files

  private mutating func addFiles(_ options: LaunchOptions) {
    file("workspace", options.workspace ?? Environment.workspaceFile)
    file("history", Environment.historyFile)
    file("startup file", Environment.startupFile)
    file("fetched files", Environment.fetchFolder)
    file("plugin folder", options.plugins ?? Environment.pluginFolder)
    let folders = Environment.datasetFolders.filter { access($0, R_OK | X_OK) == 0 }
    for folder in folders { file("datasets", folder) }
    if folders.isEmpty { add("files", "datasets", "none beside the program", isBroken: true) }
  }

  private mutating func file(_ name: String, _ path: String?) {
    guard let path else { return add("files", name, "none: HOME is not set") }
    guard path != ":memory:" else { return add("files", name, "in memory") }
    var status = stat()
    guard stat(path, &status) == 0 else {
      let isAbsent = errno == ENOENT
      return add(
        "files", name, Doctor.shown(path) + (isAbsent ? ", not there yet" : ", unreadable"), isBroken: !isAbsent)
    }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard access(path, R_OK) == 0 else {
      return add("files", name, Doctor.shown(path) + ", unreadable", isBroken: true)
    }
    add("files", name, Doctor.shown(path) + (isFolder ? ", a folder" : ", \(Int(status.st_size).counted("byte"))"))
  }

  /// A path without the name of who lives here.
  private static func shown(_ path: String) -> String {
    guard let home = Environment.variable("HOME"), home.count > 1 else { return path }
    return path == home || path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }

  // MARK: The session

  private mutating func addSession(_ options: LaunchOptions) {
    let bench = Workbench(options, isInteractive: false)
    defer { bench.close() }
    let session = bench.session.snapshot
    let plugins = session.registry.plugins.map {
      "\($0.name) \($0.version) (\($0.origin == "built in" ? "built in" : "outside"))"
    }
    let datasets = session.registry.datasets.keys.sorted(by: CodePointOrder.precedes)
    let info = Result { () throws(Diagnostic) in try session.store().info() }
    switch info {
    case .success(let info):
      add("session", "workspace", "version \(info.version), \(info.datasets.counted("saved table"))")
    case .failure(let error): add("session", "workspace", error.message, isBroken: true)
    }
    add("session", "plugins", plugins.joined(separator: ", "))
    add("session", "trust", "programs and the network: yes at the prompt, in -c and in a pipe; in files with --trust")
    for entry in bench.pluginDirectory.entries() {
      switch entry.plugin {
      case .failure(let error):
        add("session", "plugin " + entry.name, "left out: " + error.message, isBroken: true)
      case .success:
        add("session", "plugin " + entry.name, "a program of its own in " + Doctor.shown(bench.pluginDirectory.folder))
      }
    }
    add("session", "datasets", datasets.joined(separator: ", "))
  }

  // MARK: Words

  /// The report for people; what is broken stands behind a `!`.
  var text: String {
    var out = ""
    var section = ""
    let width = findings.map { DisplayWidth.of(SafeText.escape($0.name)) }.max() ?? 0
    for finding in findings {
      if finding.section != section { out += (out.isEmpty ? "" : "\n") + finding.section + "\n" }
      section = finding.section
      let name = SafeText.escape(finding.name).padded(toWidth: width)
      out += (finding.isBroken ? "! " : "  ") + name + "  " + SafeText.escape(finding.value) + "\n"
    }
    return out
  }

  /// The report for programs, one object on one line.
  var json: String {
    let items = findings.map { finding in
      JSONValue.object([
        ("section", .string(finding.section)), ("name", .string(finding.name)), ("value", .string(finding.value)),
        ("ok", .bool(!finding.isBroken)),
      ])
    }
    return JSONValue.object([("v", .integer(1)), ("findings", .array(items))]).text
  }
}
