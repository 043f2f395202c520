internal import Glibc
internal import PodiumCore
internal import PodiumFiles

/// What the results files of a run hold: they are the truth, whatever the queue says.
struct RunResults {
  typealias Outcome = Result<[UInt8], Diagnostic>

  /// What one file holds so far.
  struct Part {
    /// The bytes that were read, up to the last whole line.
    fileprivate var offset = 0
    /// Whether the file belongs to the plan.
    fileprivate var isOwn = false
    fileprivate var begun: Set<Int> = []
    /// The milliseconds that the orders took that are done.
    fileprivate(set) var done: [Int: Int] = [:]
    /// What could not be carried out there, by order.
    fileprivate(set) var refused: [Int: Diagnostic] = [:]
    fileprivate(set) var declined: Diagnostic?
    fileprivate(set) var isStopped = false
    fileprivate(set) var hasEnded = false

    /// The orders that were under way when it ended.
    var broken: Set<Int> { begun.subtracting(done.keys) }
  }

  private let folder: RunFolder
  private let orders: Range<Int>
  private let plan: String
  /// What the files of each chunk hold, by their numbers.
  private(set) var parts: [RunChunk: [Int: Part]] = [:]

  /// No file has been read yet; `orders` is how many there are.
  init(folder: RunFolder, orders: Int, plan: String) {
    (self.folder, self.orders, self.plan) = (folder, 0..<orders, plan)
  }

  /// Reads what has come since the last time; what is not whole yet comes later.
  mutating func news() -> [(order: Int, outcome: Outcome)] {
    files.reduce(into: []) { $0 += read($1) }
  }

  private var files: [ResultFile] { folder.names(in: "results").compactMap { ResultFile($0) } }

  /// The orders of a chunk that have a result, of which only its own files are read.
  mutating func done(of chunk: RunChunk) -> Set<Int> {
    for file in files where file.chunk == chunk { _ = read(file) }
    return Set((parts[chunk] ?? [:]).values.flatMap(\.done.keys))
  }

  /// What the last worker of a chunk wrote; nil where none wrote anything.
  func last(of chunk: RunChunk) -> Part? { parts[chunk]?.max { $0.key < $1.key }?.value }

  /// Why each task declined the work that did; the subject is the node, as it calls itself.
  var declines: [Diagnostic] { parts.values.flatMap { $0.values.compactMap(\.declined) } }

  /// Whether a node has done anything.
  var hasWorked: Bool {
    parts.contains { chunk, files in chunk != .here && files.values.contains { !$0.done.isEmpty } }
  }

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

  private mutating func read(_ file: ResultFile) -> [(order: Int, outcome: Outcome)] {
    var part = parts[file.chunk]?[file.number] ?? Part()
    let bytes = RunResults.bytes(of: folder.at("results/\(file.name)"), from: part.offset)
    guard let last = bytes.lastIndex(of: 0x0A) else { return [] }
    var found: [(order: Int, outcome: Outcome)] = []
    func end(_ order: Int, _ milliseconds: Int, _ outcome: Outcome) {
      guard orders.contains(order), part.done[order] == nil else { return }
      part.done[order] = max(0, milliseconds)
      found.append((order, outcome))
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
    parts[file.chunk, default: [:]][file.number] = part
    return found
  }

  /// The bytes of a file from a place on; none where it has not grown.
  private static func bytes(of path: String, from offset: Int) -> [UInt8] {
    var status = stat()
    guard lstat(path, &status) == 0, Int(status.st_size) > offset,
      let file = try? RegularFile(path, flags: O_NOFOLLOW, shown: path)
    else { return [] }
    return (try? file.end(file.size - offset, shown: path)) ?? []
  }
}
