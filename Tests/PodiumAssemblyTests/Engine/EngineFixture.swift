import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Synchronization

/// An engine over a folder of its own.
struct EngineFixture {
  let folder = TemporaryFolder()
  let engine: Engine

  /// `workspace` is the name of the file in the folder; nil for memory.
  init(workspace: String? = nil, _ change: (inout EngineConfiguration) -> Void = { _ in }) throws {
    var configuration = EngineFixture.configuration(folder.path)
    configuration.workspaceFile = workspace.map { [folder] in folder.path + "/" + $0 }
    configuration.client.isLive = true
    change(&configuration)
    engine = try Assembly.engine(configuration)
  }

  static func configuration(_ folder: String) -> EngineConfiguration {
    var configuration = EngineConfiguration(folder: folder, datasetFolders: [Checkout.path("datasets")])
    configuration.hasNetwork = false
    return configuration
  }
}

/// The events of a session, in the order in which they came.
final class EventLog: Sendable {
  private let log = Mutex<[ExecutionEvent]>([])
  func take(_ event: ExecutionEvent) { log.withLock { $0.append(event) } }
  var events: [ExecutionEvent] { log.withLock { $0 } }
  var reports: [CommandReport] { events.compactMap { if case .report(let report) = $0 { report } else { nil } } }
  var redrawn: [CommandReport] {
    events.compactMap { if case .redrawn(let report, _) = $0 { report } else { nil } }
  }
  /// The kinds of events in order, progress once where it comes several times in a row.
  var kinds: [String] {
    var kinds: [String] = []
    for event in events {
      let kind =
        switch event {
        case .started(let cell, let input): "started \(cell) \(input)"
        case .progress: "progress"
        case .bytes: "bytes"
        case .report(let report): "report \(report.cell) \(report.status.rawValue)"
        case .redrawn(let report, _): "redrawn \(report.cell) \(report.status.rawValue)"
        case .cleared: "cleared"
        case .finished(let result): "finished \(result.status.rawValue)"
        }
      if kind != "progress" || kinds.last != kind { kinds.append(kind) }
    }
    return kinds
  }
}

extension EngineSession {
  /// Runs a text; its reports.
  @discardableResult func reports(_ text: String) -> [CommandReport] {
    let log = EventLog()
    execute(text) { log.take($0) }
    return log.reports
  }

  /// Runs a text; the code of its last error.
  func error(_ text: String) -> String? { reports(text).compactMap { $0.error?.code }.last }
}
