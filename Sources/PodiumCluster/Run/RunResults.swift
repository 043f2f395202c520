internal import Glibc
internal import PodiumCore
internal import PodiumFiles
internal import PodiumLearn
internal import PodiumOutside

/// What the results files of a run hold: they are the truth, whatever the queue says.
struct RunResults {
  typealias Outcome = Result<[UInt8], Diagnostic>
  /// An order that has ended, and how long it took.
  typealias Fit = (order: Int, outcome: Outcome, seconds: Double)

  struct Part {
    /// The bytes that were read, up to the last whole line, and whether the file belongs to the plan.
    fileprivate var (offset, isOwn) = (0, false)
    fileprivate var begun: Set<Int> = []
    fileprivate(set) var done: Set<Int> = []
    fileprivate(set) var refused: [Int: Diagnostic] = [:]
    fileprivate(set) var declined: Diagnostic?
    fileprivate(set) var (isStopped, hasEnded) = (false, false)

    var broken: Set<Int> { begun.subtracting(done) }
  }

  private let folder: RunFolder
  private let orders: Range<Int>
  /// The hash of the plan; results of another are not read.
  let plan: String
  /// What the files of each chunk hold, by their numbers.
  private(set) var parts: [RunChunk: [Int: Part]] = [:]

  init(folder: RunFolder, orders: Int, plan: String) {
    (self.folder, self.orders, self.plan) = (folder, 0..<orders, plan)
  }

  /// Reads what has come since the last time, of one chunk or all; what is not whole yet comes later.
  mutating func news(of chunk: RunChunk? = nil) -> [Fit] {
    var found: [Fit] = []
    for name in folder.names(in: "results") {
      guard let numbers = RunChunk.numbers(name, 3) else { continue }
      let (own, number) = (RunChunk(round: numbers[0], index: numbers[1]), numbers[2])
      if let chunk, chunk != own { continue }
      guard let part = read(name, after: parts[own]?[number] ?? Part(), &found) else { continue }
      parts[own, default: [:]][number] = part
    }
    return found
  }

  /// What the last worker of a chunk wrote; nil where none wrote anything.
  func last(of chunk: RunChunk) -> Part? { parts[chunk]?.max { $0.key < $1.key }?.value }

  /// Whether a task of a round, or a later one, has ended an order.
  func hasWorked(since round: Int) -> Bool {
    parts.contains { chunk, files in chunk.round >= round && files.values.contains { !$0.done.isEmpty } }
  }

  /// Why each task declined the work that did; the subject is the node, as it calls itself.
  var declines: [Diagnostic] { parts.values.flatMap { $0.values.compactMap(\.declined) } }

  /// How often the task of an order ended while it was under way, by order; a task that was asked to stop counts where
  /// `counting` says so of its chunk.
  func attempts(counting isCounted: (RunChunk) -> Bool) -> [Int: Int] {
    var attempts: [Int: Int] = [:]
    for (chunk, files) in parts {
      for part in files.values where !part.isStopped || isCounted(chunk) {
        for order in part.broken { attempts[order, default: 0] += 1 }
      }
    }
    return attempts
  }

  private func read(_ name: String, after part: Part, _ found: inout [Fit]) -> Part? {
    var part = part
    let path = folder.at("results/" + name)
    var status = stat()
    guard lstat(path, &status) == 0, Int(status.st_size) > part.offset,
      let file = try? RegularFile(path, flags: O_NOFOLLOW, shown: path),
      let bytes = try? file.end(file.size - part.offset, shown: path), let last = bytes.lastIndex(of: 0x0A)
    else { return nil }
    func end(_ order: Int, _ milliseconds: Int, _ outcome: Outcome) {
      guard orders.contains(order), part.done.insert(order).inserted else { return }
      found.append((order, outcome, max(1e-3, min(1e9, Double(milliseconds) / 1000))))
    }
    for line in bytes[...last].split(separator: 0x0A).compactMap({ ResultLine($0) }) {
      if case .plan(let hash) = line { part.isOwn = hash == plan }
      guard part.isOwn else { continue }
      switch line {
      case .plan: break
      case .begin(let order): part.begun.insert(order)
      case .result(let order, let text, let time):
        if let bytes = Base64.bytes(text) { end(order, time, .success(bytes)) }
      case .failed(let order, let error, let time): end(order, time, .failure(error))
      case .refused(let order, let error): part.refused[order] = error
      case .declined(let error): part.declined = error
      case .stopped: part.isStopped = true
      case .end: part.hasEnded = true
      }
    }
    part.offset += last + 1
    return part
  }
}

extension WorkOrder {
  /// Whether an outcome is a failure; that of a fold is an output too.
  func hasFailed(_ outcome: RunResults.Outcome, _ learners: LearnerCatalogue) -> Bool {
    guard case .success(let bytes) = outcome else { return true }
    guard kind == EvaluationJobs().key else { return false }
    let fold = try? EvaluationJobs().output(bytes, by: JSONJobCoder(), in: JobContext(learners: learners))
    if case .failed? = fold?.outcome { return true }
    return false
  }
}
