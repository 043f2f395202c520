internal import Glibc
internal import PodiumCore
package import PodiumLearn
public import PodiumPlugin
internal import PodiumWire
internal import Synchronization

/// The program of a worker: it reads jobs and their data from one descriptor and writes results to another, until the
/// end of its input.
///
/// It reads no startup file, no workspace and no plugin folder, and does not use the network. It starts only the
/// external learners that an order describes.
public struct WorkerProgram {
  private let output: Int32
  private let input: Int32
  private let worker: Worker
  private let blobs = MemoryBlobs()
  private let build: String

  /// A worker with the contents of a registry; `build` names the program, and `version` is what external learners get.
  public init(
    _ registry: Registry, version: String, build: String, input: Int32 = 0, output: Int32 = 1,
    clock: @escaping @Sendable () -> Double
  ) {
    self.input = input
    self.output = output
    self.build = build
    worker = Worker(registry, blobs: blobs, version: version, clock: clock)
  }

  /// Runs until the end of the input; returns the exit status.
  public func run() -> Int32 {
    let voice = WorkerVoice(output)
    guard voice.say(.hello(protocol: WorkerWire.version, version: build)) else { return 1 }
    _ = SystemThread.detach(blockingSignals: true) {
      repeat { usleep(UInt32(WorkerWire.pulse * 1e6)) } while voice.say(.alive)
    }
    defer { voice.end() }
    var lines = LineReader(input)
    var spoilt: Diagnostic?
    while let line = lines.next() {
      switch try? WorkerRequest(line) {
      case .blob(let hash, let bytes):
        // Only the order that needs these data is answered.
        do throws(Diagnostic) { try blobs.put(bytes, as: hash) } catch { spoilt = error }
      case .order(let order):
        if !voice.say(answer(order, spoilt)) { return 1 }
        spoilt = nil
      case nil:
        // An unreadable order has no id to answer with, so the worker exits, which its parent notices.
        guard WorkerRequest.isBlob(line) else { return 1 }
        spoilt = NamedBytes.badLine
      }
    }
    return 0
  }

  /// Carries out an order; data that are missing may have arrived damaged.
  private func answer(_ order: WorkOrder, _ spoilt: Diagnostic?) -> WorkerAnswer {
    let id = order.id
    do throws(Diagnostic) {
      switch try worker.run(order) {
      case .success(let bytes): return .output(order: id, bytes: bytes)
      case .failure(let error): return .failed(order: id, error)
      }
    } catch {
      return .refused(order: id, error.code == "missing-blob" ? spoilt ?? error : error)
    }
  }
}

extension Worker {
  /// A worker with the contents of a registry; `version` is what external learners get.
  package convenience init(
    _ registry: Registry, blobs: any BlobStore, version: String, clock: @escaping @Sendable () -> Double
  ) {
    let host = OutsideHost(version: version)
    self.init(
      Array(registry.jobKinds.values), blobs: blobs, coder: JSONJobCoder(),
      in: JobContext(learners: registry.learners, transformers: registry.transformers, clock: clock),
      remake: { (program) throws(Diagnostic) in try host.remade(program) })
  }
}

/// Writes answers, one at a time, from any thread.
///
/// A class: the thread of the jobs and the heartbeat thread share it.
private final class WorkerVoice: Sendable {
  private let output: Int32
  private let isOver = Mutex(false)

  init(_ output: Int32) { self.output = output }

  /// Writes a line; false if nothing more can be written.
  func say(_ answer: WorkerAnswer) -> Bool {
    guard let line = try? answer.line() else { return false }
    return isOver.withLock { isOver in
      isOver = isOver || writeWhole(line, to: output) != nil
      return !isOver
    }
  }

  func end() { isOver.withLock { $0 = true } }
}
