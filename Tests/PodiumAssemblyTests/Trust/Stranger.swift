import Glibc
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumNotebook
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Synchronization

/// The ways in which a file that no one vouches for is run.
enum Way: String, CaseIterable, Sendable {
  case run
  case verify
  case export
  case open
  case script
}

/// A folder of a stranger's in a home with secrets, and podium beside it.
///
/// Secrets hold the canary, which must never be seen; programs that were started are counted.
final class Stranger {
  static let canary = "canary-7f3a"

  private let folder = TemporaryFolder()
  /// What no file may touch.
  var home: String { folder.path }
  /// The stranger's own folder.
  var work: String { home + "/work" }
  private let started = Started()

  init() throws {
    let secret = "a,b\n\(Stranger.canary),2\nx,3\n"
    for path in ["work", "work/.git", "work/.ssh", "work/sub", "secrets", "secrets/deep"] {
      mkdir(home + "/" + path, 0o700)
    }
    for path in [
      "secret.csv", "secrets/x.csv", "secrets/deep/y.csv", "work/.env", "work/.git/config", "work/.bashrc",
      "work/.secret.csv", "hard.csv", ".hidden.csv",
    ] {
      write(secret, path)
    }
    write("a,b\n1,2\n3,4\n5,6\n", "work/data.csv")
    write("mine\n", "work/mine.csv")
    write("mine\n", "work/mine.txt")
    write("```podium\nload data.csv\n```\n", "work/mine.podium.md")
    write("```podium\n!touch spoil\n```\n", "work/shell.podium.md")
    write("```podium\nload ../secret.csv\n```\n", "work/outer.podium.md")
    write("load ../secret.csv\nhead 3\n", "work/s.podium")
    write("load secret.csv\nhead 3\n", "outer.podium")
    write("```podium\nload secret.csv\nhead 3\n```\n", "outer.podium.md")
    symlink("../secret.csv", work + "/link.csv")
    symlink("..", work + "/out")
    symlink("../spoil.csv", work + "/dangling.csv")
    symlink("loop.csv", work + "/loop.csv")
    symlink("/proc/self/environ", work + "/environ.csv")
    symlink("data.csv", work + "/inner.csv")
    link(home + "/hard.csv", work + "/hard.csv")
    mkfifo(work + "/pipe.csv", 0o600)
  }

  func write(_ text: String, _ name: String) {
    let file = open(home + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = Glibc.write(file, text, text.utf8.count)
    close(file)
  }

  func text(_ path: String) -> String? {
    let file = open(home + "/" + path, O_RDONLY | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = max(0, read(file, &buffer, buffer.count))
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  /// Everything that lies in the home, with what it holds; `new` leaves out what is new in the own folder and its name
  /// begins with no dot.
  func snapshot(besides before: [String: String]? = nil) -> [String: String] {
    var found: [String: String] = [:]
    var folders = [""]
    while let folder = folders.popLast() {
      guard let opened = opendir(home + "/" + folder) else { continue }
      while let entry = readdir(opened) {
        let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name == "." || name == ".." { continue }
        let path = folder.isEmpty ? name : folder + "/" + name
        let isOwn = path.hasPrefix("work/") && !path.split(separator: "/").contains { $0.hasPrefix(".") }
        if let before, before[path] == nil, isOwn { continue }
        var status = stat()
        lstat(home + "/" + path, &status)
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
          found[path] = "folder"
          folders.append(path)
        case S_IFREG: found[path] = text(path)
        default: found[path] = "special \(status.st_ino)"
        }
      }
      closedir(opened)
    }
    return found
  }

  /// A session without trust, as files are run in, whose services would start programs if they were not closed.
  private func door() throws -> EngineSession {
    let configuration = EngineConfiguration(folder: work, datasetFolders: [Checkout.path("datasets")])
    var client = configuration.client
    (client.isTrusted, client.usesPluginDirectory, client.keepsWork) = (false, false, false)
    client.shell = { [started] (command, _, _) throws(Diagnostic) in
      started.add(command)
      return 0
    }
    client.editor = { [started] (text) throws(Diagnostic) in
      started.add("editor")
      return text
    }
    let engine = Engine(registry: try Assembly.registry(), client: client) { [started] options, registry in
      var resources = Assembly.resources(configuration, options, registry)
      resources.services.outsideLearner = { (_) throws(Diagnostic) in
        started.add("learner")
        throw Diagnostic("started", "a learner was started")
      }
      return resources
    }
    return try engine.session()
  }

  /// A trusted session with all services, as at the prompt.
  func session() throws -> Interpreter {
    var session = try Assembly.session(folder: work, datasets: [Checkout.path("datasets")])
    session.services.shell = { [started] (command, _, _) throws(Diagnostic) in
      started.add(command)
      return 0
    }
    session.services.editor = { [started] (text) throws(Diagnostic) in
      started.add("editor")
      return text
    }
    session.services.outsideLearner = { [started] (wanted) throws(Diagnostic) in
      started.add("learner")
      throw Diagnostic("started", "a learner was started")
    }
    return session
  }

  /// The programs that were started.
  var programs: [String] { started.all }

  /// What came of a notebook or script.
  struct Outcome {
    /// The error it ended with.
    var error: Diagnostic?
    /// All that a reader sees.
    var shown = ""
  }

  /// Runs commands as a cell of a notebook with a front matter, or as a script; `prepared` ran before.
  func run(_ commands: String, front: String = "", prose: String = "", as way: Way) throws -> Outcome {
    let text =
      (front.isEmpty ? "" : "---\n" + front + "\n---\n") + prose + "```podium\nload data.csv\n```\n\n```podium\n"
      + commands + "\n```\n"
    write(text, "work/n.podium.md")
    var outcome = Outcome()
    let door = try door()
    defer { door.close() }
    let file = "n.podium.md"
    switch way {
    case .open:
      var session = try session()
      _ = session.run("notebook open n.podium.md") { report in
        outcome.error = outcome.error ?? report.error
        outcome.shown += TextRenderer(style: .plain).render(report)
      }
    case .script:
      write("load data.csv\n" + commands, "work/n.podium")
      let reports = Mutex<[CommandReport]>([])
      let result = door.execute(file: "n.podium") { event in
        if case .report(let report) = event { reports.withLock { $0.append(report) } }
      }
      outcome.error = result.failure ?? reports.withLock { $0.compactMap(\.error).first }
      outcome.shown = reports.withLock { $0.map { TextRenderer(style: .plain).render($0) }.joined() }
    case .run:
      let ran = door.execute(notebook: file) { event in
        guard case .cell(let cell, let reports, _) = event else { return }
        outcome.shown += NotebookRun.recording(of: cell, reports: reports, file: file)
      }
      outcome.error = ran.result.failure ?? ran.failure
    case .verify:
      door.verify(VerifyChild(file), cancellation: Cancellation()) { message in
        switch message {
        case .event(.ended(let check)):
          outcome.error = outcome.error ?? check.error
          outcome.shown += check.recording ?? ""
        case .refused(let error): outcome.error = error
        default: break
        }
      }
    case .export:
      var options = FileOptions()
      options.keepGoing = true
      let (jupyter, text) = door.export(NotebookExport(file, to: .ipynb), options)
      outcome.error = jupyter.result.failure ?? jupyter.failure
      outcome.shown = (text ?? "") + (door.export(NotebookExport(file, to: .html), options).text ?? "")
    }
    if let error = outcome.error { outcome.shown += TextRenderer(style: .plain).render(error, input: commands) }
    return outcome
  }
}

/// The programs that were started; a class, since all copies of a session's services count in it.
private final class Started: Sendable {
  private let names = Mutex<[String]>([])

  func add(_ name: String) { names.withLock { $0.append(name) } }

  var all: [String] { names.withLock { $0 } }
}
