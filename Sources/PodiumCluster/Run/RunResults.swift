internal import Glibc
internal import PodiumCore
internal import PodiumFiles
internal import PodiumOutside

/// What the results files of a run hold: they are the truth, whatever the queue says.
struct RunResults {
  typealias Outcome = Result<[UInt8], Diagnostic>

  struct Part {
    /// The bytes before the first line that is not whole, and whether the file belongs to the plan.
    fileprivate var (offset, isOwn) = (0, false)
    fileprivate var begun: Set<Int> = []
    fileprivate var done: Set<Int> = []
    fileprivate(set) var refused: [Int: Diagnostic] = [:]
    fileprivate(set) var declined: Diagnostic?
    fileprivate(set) var (isStopped, hasEnded) = (false, false)

    var broken: Set<Int> { begun.subtracting(done) }
  }

  let folder: RunFolder
  /// How many orders there are.
  let orders: Int
  /// The hash of the plan; results of another are not read.
  let plan: String
  /// What the files of each chunk hold, by their numbers.
  private(set) var parts: [RunChunk: [Int: Part]] = [:]

  /// Reads what has come since the last time, of one chunk or all, and returns whether that was something; `accept` says
  /// whether an outcome is one of its order: any other counts as none.
  mutating func news(of chunk: RunChunk? = nil, _ accept: (JobFit) -> Bool) -> Bool {
    var isNew = false
    for name in folder.names(in: "results") {
      guard let numbers = RunChunk.numbers(name, 3) else { continue }
      let (own, number) = (RunChunk(round: numbers[0], index: numbers[1]), numbers[2])
      if let chunk, chunk != own { continue }
      let before = parts[own]?[number] ?? Part()
      guard let part = read(name, after: before, accept) else { continue }
      isNew = isNew || part.done.count > before.done.count
      parts[own, default: [:]][number] = part
    }
    return isNew
  }

  /// What the last worker of a chunk wrote; nil where none wrote anything.
  func last(of chunk: RunChunk) -> Part? { parts[chunk]?.max { $0.key < $1.key }?.value }

  /// The last round that had a task at work.
  var lastRound: Int {
    parts.filter { $0.value.values.contains { $0.declined == nil || !$0.done.isEmpty } }.keys.map(\.round).max() ?? 0
  }

  /// Why each task declined the work that did; the subject is the node, as it calls itself.
  var declines: [Diagnostic] { parts.values.flatMap { $0.values.compactMap(\.declined) } }

  /// How often the task of an order ended while it was under way, by order; a task that was asked to stop counts where
  /// `counting` says so of its chunk.
  func attempts(counting isCounted: (RunChunk) -> Bool) -> [Int: Int] {
    let broken = parts.flatMap { chunk, files in
      files.values.filter { !$0.isStopped || isCounted(chunk) }.flatMap(\.broken)
    }
    return Dictionary(broken.map { ($0, 1) }, uniquingKeysWith: +)
  }

  private func read(_ name: String, after part: Part, _ accept: (JobFit) -> Bool) -> Part? {
    var (part, isWhole) = (part, true)
    let path = folder.at("results/" + name)
    var status = stat()
    guard lstat(path, &status) == 0, Int(status.st_size) > part.offset,
      let file = try? RegularFile(path, flags: O_NOFOLLOW, shown: path),
      let bytes = try? file.end(file.size - part.offset, shown: path)
    else { return nil }
    func end(_ order: Int, _ milliseconds: Int, _ outcome: Outcome) {
      let fit: JobFit = (order, outcome, max(1e-3, min(1e9, Double(milliseconds) / 1000)))
      if (0..<orders).contains(order), !part.done.contains(order), accept(fit) { part.done.insert(order) }
    }
    for text in bytes.lines {
      let line = ResultLine(text)
      // A network may show zeros first where another machine wrote: such a line is read again.
      isWhole = isWhole && line != nil
      if isWhole { part.offset += text.count + 1 }
      if case .plan(let hash)? = line { part.isOwn = hash == plan }
      guard part.isOwn, let line else { continue }
      switch line {
      case .plan: break
      case .begin(let order): part.begun.insert(order)
      case .result(let order, let text, let time):
        if let bytes = Base64.bytes(text) { end(order, time, .success(bytes)) }
      case .failed(let order, let error, let time): end(order, time, .failure(error))
      case .refused(let order, let error): part.refused[order] = error
      case .declined(let error): (part.declined, part.hasEnded) = (error, true)
      case .stopped: part.isStopped = true
      case .end: part.hasEnded = true
      }
    }
    return part
  }
}
