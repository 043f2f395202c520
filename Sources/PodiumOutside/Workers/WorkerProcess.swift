internal import PodiumCore
internal import PodiumLearn

/// One worker in a process of its own, as the executor holds it.
struct WorkerProcess {
  /// What waiting for a worker came to.
  enum Reply {
    /// What came of the order: bytes of an output, or why the work failed.
    case outcome(Result<[UInt8], Diagnostic>)
    /// The worker could not carry out the order, and goes on.
    case refused(Diagnostic)
    /// It is of no use any more: it ended, is silent, or sent something other than a message.
    case lost(String)
    /// The user asked to stop.
    case stopped
  }

  private var child: ChildProcess
  private var sent: Set<String> = []

  /// Starts a worker and waits until it says which version it is.
  ///
  /// Throws `worker-not-started` and `other-worker` (another version of podium).
  init(
    _ command: String, folder: String, version: String, silence: Double, isStopped: () -> Bool
  ) throws(Diagnostic) {
    do throws(Diagnostic) {
      child = try ChildProcess.start(command, folder: folder, megabytes: .max)
    } catch {
      throw WorkerProcess.notStarted(error.cause ?? error.message)
    }
    let line: [UInt8]
    do throws(ChildFailure) {
      line = try child.line(
        until: ChildProcess.now() + silence, limit: LineProgram.longestLine, isStopped: isStopped)
    } catch {
      child.waitForEnd(seconds: 0.2)
      child.readErrors()
      let complaint = child.complaint
      _ = child.end()
      if error == .stopped { throw .interrupted }
      throw WorkerProcess.notStarted(complaint ?? "it sent nothing")
    }
    guard case .hello(let number, let other)? = try? WorkerAnswer(line) else {
      _ = child.end()
      throw WorkerProcess.another("the worker is not podium")
    }
    guard number == WorkerWire.version, other == version else {
      _ = child.end()
      throw WorkerProcess.another("the worker is podium \(other), and this is podium \(version)")
    }
  }

  private static func another(_ message: String) -> Diagnostic {
    Diagnostic("other-worker", message, help: "use no workers: set executor=threads")
  }

  private static func notStarted(_ reason: String) -> Diagnostic {
    Diagnostic(
      "worker-not-started", "a worker could not be started", help: "use no workers: set executor=threads",
      cause: reason)
  }

  /// Sends the data that an order names and this worker does not have yet, then the order.
  mutating func send(_ order: WorkOrder, from blobs: MemoryBlobs) throws(Diagnostic) {
    if sent.insert(order.shared).inserted {
      child.send(try WorkerRequest.blob(hash: order.shared, bytes: try blobs.get(order.shared)).line())
    }
    child.send(try WorkerRequest.order(order).line())
  }

  /// Forgets which data it has, so that they are sent again.
  mutating func forgetData() { sent = [] }

  /// Waits for what comes of an order.
  mutating func reply(to order: String, silence: Double, isStopped: () -> Bool) -> Reply {
    while true {
      let line: [UInt8]
      do throws(ChildFailure) {
        line = try child.line(
          until: ChildProcess.now() + silence, limit: LineProgram.longestLine, isStopped: isStopped)
      } catch {
        switch error {
        case .stopped: return .stopped
        case .late: return .lost("did not respond for \(NumberText.shortest(silence)) s")
        case .flooded: return .lost("sent a line without an end")
        case .ended: return .lost(endWords())
        }
      }
      guard let answer = try? WorkerAnswer(line) else { return .lost("sent something other than a message") }
      switch answer {
      case .output(let name, let bytes) where name == order: return .outcome(.success(bytes))
      case .failed(let name, let error) where name == order: return .outcome(.failure(error))
      case .refused(let name, let error) where name == order: return .refused(error)
      case .alive: continue
      case .hello, .output, .failed, .refused: return .lost("answered a different job")
      }
    }
  }

  private mutating func endWords() -> String {
    child.waitForEnd(seconds: 0.2)
    child.readErrors()
    let complaint = child.complaint.map { ": " + $0 } ?? ""
    return switch child.end() {
    case .killedByUs: "closed its output" + complaint
    case .status(let status): "ended with status \(status)" + complaint
    case .signal(let signal): "was killed by signal \(signal)" + complaint
    }
  }

  /// Ends it, whatever it does.
  func end() { _ = child.end() }
}
