internal import PodiumCore
internal import Synchronization

/// What the folds of an evaluation share: the rows, and the splits by their hash.
///
/// A class: it caches what jobs on any thread compute from it.
public final class EvaluationData: Sendable {
  public let task: LearningTask
  /// The splits by their hash.
  public let splits: [String: RepeatFolds]
  private let known = Mutex(Known())

  private struct Known {
    var hashes: [DataNeeds: String] = [:]
    var prepared: [Recipe: PreparedFeatures] = [:]
  }

  /// Joins rows with the splits that jobs name.
  public init(task: LearningTask, splits: [String: RepeatFolds]) {
    self.task = task
    self.splits = splits
  }

  /// The hash of the task, which takes as long to compute as a short fit.
  func hash(for definition: LearnerDefinition) -> String {
    let needs = DataNeeds(definition)
    if let found = known.withLock({ $0.hashes[needs] }) { return found }
    let found = task.dataHash(with: needs)
    known.withLock { $0.hashes[needs] = found }
    return found
  }

  /// All rows as a recipe fitted on all of them leaves them.
  func prepared(_ recipe: Recipe, _ context: EvaluationContext) -> PreparedFeatures {
    if let found = known.withLock({ $0.prepared[recipe] }) { return found }
    let found = PreparedFeatures(recipe, context)
    known.withLock { $0.prepared[recipe] = found }
    return found
  }

  private static let lengthBytes = 8

  func bytes() throws(Diagnostic) -> [UInt8] {
    var out: [UInt8] = []
    func put(_ part: [UInt8]) {
      for place in 0..<EvaluationData.lengthBytes { out.append(UInt8(truncatingIfNeeded: part.count >> (8 * place))) }
      out += part
    }
    put(try TaskData.bytes(of: task))
    for name in splits.keys.inCodePointOrder() {
      if let folds = splits[name] { put(folds.bytes) }
    }
    return out
  }

  convenience init(bytes: [UInt8]) throws(Diagnostic) {
    var parts: [Range<Int>] = []
    var place = 0
    while place < bytes.count {
      let start = place + EvaluationData.lengthBytes
      guard start <= bytes.count else { throw EvaluationData.damaged }
      let count = bytes[place..<start].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard count <= UInt64(bytes.count - start) else { throw EvaluationData.damaged }
      place = start + Int(count)
      parts.append(start..<place)
    }
    guard let first = parts.first else { throw EvaluationData.damaged }
    var splits: [String: RepeatFolds] = [:]
    for part in parts.dropFirst() {
      let folds = try RepeatFolds(bytes: Array(bytes[part]))
      splits[folds.hash] = folds
    }
    self.init(task: try TaskData.task(bytes, in: first), splits: splits)
  }

  private static var damaged: Diagnostic {
    Diagnostic("damaged-evaluation", "the bytes do not hold a task with its splits")
  }
}
