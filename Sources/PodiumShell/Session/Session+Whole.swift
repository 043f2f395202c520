public import PodiumCore
internal import Synchronization

extension Session {
  /// Runs the commands of a file within the running command, all of them or none: where one fails or is interrupted,
  /// the running command fails, and with it goes what they wrote into the workspace and changed in the session.
  ///
  /// `failure` is the error that stopped it, out of what `body` gives. What was written into files stays, and the help of the error names it.
  /// No question is asked meanwhile. Throws that error, `interrupted`, and what the workspace throws.
  public mutating func wholly<Result>(
    _ body: (inout Session) -> Result, failure error: (Result) -> Diagnostic?
  ) throws(Diagnostic) -> Result {
    let store = services.wholeStore
    let (files, confirm) = (services.files, services.confirm)
    let written = WrittenFiles(files)
    services.files = written
    services.confirm = nil
    try store?.hold()
    let result = body(&self)
    var failure = error(result)
    store?.release()
    services.files = files
    services.confirm = confirm
    if failure == nil, cancellation.isCancelled { failure = .interrupted }
    guard var failure else { return result }
    let names = written.names
    if !names.isEmpty {
      let shown = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ") + (names.count > 5 ? ", …" : "")
      failure.help = (failure.help.map { $0 + "; " } ?? "") + "what it wrote into files stays: \(shown)"
    }
    throw failure
  }

  /// Asks the person at the prompt a question that is answered by yes or no; nil where podium cannot ask, as in a
  /// script, a pipe or a notebook.
  ///
  /// Throws `interrupted` for Ctrl-C.
  public func confirm(_ question: String) throws(Diagnostic) -> Bool? {
    guard isInteractive, let confirm = services.confirm else { return nil }
    return try confirm(question, cancellation)
  }
}

extension Session {
  /// Drops the results that hold one of some words, be it in small or capital letters; returns how many.
  public mutating func dropResults(holding words: [String]) -> Int {
    let wanted = words.map { $0.lowercased() }.filter { !$0.isEmpty }
    guard !wanted.isEmpty else { return 0 }
    return results.drop { entry in
      let text = (entry.input + "\n" + String(decoding: Session.json(entry.outputs), as: UTF8.self)).lowercased()
      return wanted.contains { text.contains($0) }
    }
  }
}

/// Files as they are, with a note of each that was written. A class: copies of a session share it.
final class WrittenFiles: FileAccess {
  private let base: any FileAccess
  private let noted = Mutex<[String]>([])

  init(_ base: any FileAccess) { self.base = base }

  /// The names of the files and folders that were written, in order.
  var names: [String] { noted.withLock { $0 } }

  private func note(_ name: String) {
    noted.withLock { if !$0.contains(name) { $0.append(name) } }
  }

  var home: String? { base.home }
  func kind(of path: String) -> FileKind { base.kind(of: path) }
  func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] { try base.read(path, shown: name) }
  func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] { try base.list(path, shown: name) }
  func entries(_ path: String, hidden: Bool) throws(Diagnostic) -> [FileEntry] {
    try base.entries(path, hidden: hidden)
  }
  func makeFolder(_ path: String, shown name: String) throws(Diagnostic) {
    try base.makeFolder(path, shown: name)
    note(name)
  }
  func write(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {
    try base.write(bytes, to: path, shown: name, mode: mode)
    note(name)
  }
  func writePrivate(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {
    try base.writePrivate(bytes, to: path, shown: name, mode: mode)
    note(name)
  }
  func permit(_ path: String, shown name: String, writing: Bool) throws(Diagnostic) {
    try base.permit(path, shown: name, writing: writing)
  }
  func admit(_ path: String, shown name: String, hash: String) throws(Diagnostic) {
    try base.admit(path, shown: name, hash: hash)
  }
  func isLink(_ path: String) -> Bool { base.isLink(path) }
  func isMade(_ path: String) -> Bool { base.isMade(path) }
  func lend<Value>(
    _ path: String, shown name: String, writing: Bool, _ body: (_ path: String) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    let value = try base.lend(path, shown: name, writing: writing, body)
    if writing { note(name) }
    return value
  }
}
