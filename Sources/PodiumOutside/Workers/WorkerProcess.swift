internal import PodiumCore
internal import PodiumLearn

/// A worker in a separate process, as seen by the executor.
struct WorkerProcess {
  /// The outcome of waiting for a worker.
  enum Reply {
    /// The result of the order: an output, or the error with which it failed.
    case outcome(Result<[UInt8], Diagnostic>)
    /// The worker could not carry out the order, and continues.
    case refused(Diagnostic)
    /// The worker is lost: it exited, is silent, or wrote something other than a message.
    case lost(String)
    /// The user cancelled.
    case stopped
  }

  private var child: ChildProcess
  private var sent: Set<String> = []

  /// Starts a worker, one of so many at once, and waits for its version.
  ///
  /// Throws `worker-not-started` and `other-worker` (another version of podium).
  init(
    _ command: String, version: String, silence: Double, atOnce: Int, isStopped: () -> Bool
  ) throws(Diagnostic) {
    var (starts, first): (Int, [UInt8]?) = (0, nil)
    repeat {
      starts += 1
      do throws(Diagnostic) {
        child = try ChildProcess.start(command, folder: "/", atOnce: atOnce)
      } catch {
        throw WorkerProcess.notStarted(error.cause ?? error.message)
      }
      do throws(ChildFailure) {
        // A program that a busy machine still loads gives no sign of life.
        first = try child.line(until: ChildProcess.now() + 4 * silence, isStopped: isStopped)
      } catch {
        let (ending, complaint) = child.end(seconds: 0.2)
        if error == .stopped { throw .interrupted }
        // A machine without memory kills what starts.
        if case .signal = ending, starts < ProcessExecutor.attempts { continue }
        throw WorkerProcess.notStarted(complaint ?? "it " + WorkerProcess.words(ending))
      }
    } while first == nil
    guard let first, case .hello(let number, let other)? = try? WorkerAnswer(first) else {
      _ = child.end()
      throw WorkerProcess.another("the worker is not a podium process")
    }
    guard number == WorkerWire.version, other == version else {
      _ = child.end()
      throw WorkerProcess.another("the worker is podium \(other), but this is podium \(version)")
    }
  }

  private static func another(_ message: String) -> Diagnostic {
    Diagnostic("other-worker", message, help: "use set executor=threads to run without workers")
  }

  private static func notStarted(_ reason: String) -> Diagnostic {
    Diagnostic(
      "worker-not-started", "a worker could not be started", help: "use set executor=threads to run without workers",
      cause: reason)
  }

  /// Sends the data of an order that this worker does not have yet, then the order.
  mutating func send(_ order: WorkOrder, from blobs: MemoryBlobs) throws(Diagnostic) {
    if sent.insert(order.shared).inserted {
      child.send(try WorkerRequest.blob(hash: order.shared, bytes: try blobs.get(order.shared)).line())
    }
    child.send(try WorkerRequest.order(order).line())
  }

  /// Forgets which data the worker has, so that they are sent again.
  mutating func forgetData() { sent = [] }

  /// Waits for the result of an order.
  mutating func reply(to order: String, silence: Double, isStopped: () -> Bool) -> Reply {
    while true {
      let line: [UInt8]
      do throws(ChildFailure) {
        line = try child.line(until: ChildProcess.now() + silence, isStopped: isStopped)
      } catch {
        switch error {
        case .stopped: return .stopped
        case .late: return .lost("gave no sign of life for \(NumberText.shortest(silence)) s")
        case .flooded: return .lost("wrote an endless line")
        case .ended: return .lost(endWords())
        }
      }
      guard let answer = try? WorkerAnswer(line) else { return .lost("wrote something other than a message") }
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
    let (ending, complaint) = child.end(seconds: 0.2)
    return WorkerProcess.words(ending) + (complaint.map { ": " + $0 } ?? "")
  }

  private static func words(_ ending: ChildProcess.Ending) -> String {
    switch ending {
    case .killedByUs: "closed its output, or wrote nothing"
    case .status(let status): "exited with status \(status)"
    case .signal(let signal): "was killed by signal \(signal)"
    }
  }

  /// Kills it.
  func end() { _ = child.end() }
}
