import Glibc
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import Synchronization

/// A front end over a folder of its own, made of the product alone.
final class Front: Sendable {
  let folder: String
  let engine: Engine

  init() throws {
    let scratch = getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
    var name = Array((scratch + "/podium-door-XXXXXX").utf8CString)
    guard let made = mkdtemp(&name) else { throw Diagnostic("no-folder", "no scratch folder in '\(scratch)'") }
    folder = String(cString: made)
    var checkout = FilePath(#filePath)
    for _ in 0..<3 { checkout = checkout.parent ?? checkout }
    var configuration = EngineConfiguration(folder: folder, datasetFolders: [checkout.joined("datasets").text])
    configuration.workspaceFile = folder + "/w.sqlite"
    configuration.hasNetwork = false
    engine = try Assembly.engine(configuration)
  }

  deinit {
    guard let opened = opendir(folder) else { return }
    while let entry = readdir(opened) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      unlink(FilePath.join(folder, name))
    }
    closedir(opened)
    rmdir(folder)
  }

  func write(_ text: String, _ name: String) {
    let file = open(FilePath.join(folder, name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = Glibc.write(file, text, text.utf8.count)
    close(file)
  }

  func exists(_ name: String) -> Bool { access(FilePath.join(folder, name), F_OK) == 0 }

  /// A session of a client whose events are kept in a log.
  func session(_ log: Log = Log(), _ change: (inout ClientOptions) -> Void = { _ in }) throws -> EngineSession {
    var client = engine.client
    client.events = { log.take($0) }
    change(&client)
    return try engine.session(client)
  }
}

/// What a session reported and asked.
final class Log: Sendable {
  private let kept = Mutex<[ExecutionEvent]>([])
  private let words = Mutex<[String]>([])

  func take(_ event: ExecutionEvent) { kept.withLock { $0.append(event) } }
  func note(_ word: String) { words.withLock { $0.append(word) } }

  var events: [ExecutionEvent] { kept.withLock { $0 } }
  /// The words that were noted since they were last asked for.
  var noted: [String] {
    words.withLock { words in
      defer { words = [] }
      return words
    }
  }
  var reports: [CommandReport] { events.compactMap { if case .report(let report) = $0 { report } else { nil } } }
  var codes: [String?] { reports.map { $0.error?.code } }
  /// What programs wrote, their error stream in brackets.
  var bytes: String {
    events.map { event in
      guard case .bytes(let bytes, let isError) = event else { return "" }
      let text = String(decoding: bytes, as: UTF8.self)
      return isError ? "[\(text)]" : text
    }.joined()
  }
  var text: String { reports.map { TextRenderer(style: .plain).render($0) }.joined() }
}
