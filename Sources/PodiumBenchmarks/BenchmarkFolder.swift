internal import PodiumAssembly
public import PodiumCore
public import PodiumEngine
internal import PodiumFiles
public import PodiumPlugin
internal import PodiumTestKit

/// The folder of a run, and sessions with workspaces in it.
public struct BenchmarkFolder: Sendable {
  private let path: String

  /// Uses an existing folder.
  public init(_ path: String) { self.path = path }

  /// A session with a workspace in a file, as the program creates it, but with a stopped clock.
  public func session(_ file: String) throws(Diagnostic) -> Interpreter {
    var session = try Assembly.session(folder: path, datasets: [Checkout.path("datasets")])
    session.services.store = Assembly.store(
      file: path + "/" + file, author: "bench", registry: session.registry,
      clock: { Moment(microseconds: 1_700_000_000_000_000) })
    return session
  }

  /// The text of a file.
  public func text(_ name: String) throws(Diagnostic) -> String {
    String(decoding: try DiskFiles().read(path + "/" + name, shown: name), as: UTF8.self)
  }

  /// Copies a file to a new name.
  public func copy(_ from: String, to name: String) throws(Diagnostic) {
    let files = DiskFiles()
    try files.write(try files.read(path + "/" + from, shown: from), to: path + "/" + name, shown: name, mode: .new)
  }
}

extension Interpreter {
  /// Runs a line that must succeed.
  @discardableResult
  public mutating func does(_ line: String) throws(Diagnostic) -> CommandReport {
    var last: CommandReport?
    _ = run(line) { last = $0 }
    guard let last else { throw Diagnostic("no-result", "\(line): no result") }
    if let error = last.error { throw Diagnostic(error.code, "\(line): \(error.message)") }
    return last
  }

  /// The time of a line that must succeed.
  public mutating func time(_ line: String) throws(Diagnostic) -> Duration {
    let start = ContinuousClock.now
    try does(line)
    return ContinuousClock.now - start
  }
}
