internal import FoundationEssentials
internal import PodiumCore
public import PodiumLearn

/// The checks for every learner; the result is a list of problems, empty if there are none.
public struct LearnerConformance: Sendable {
  /// How a model is encoded and decoded.
  public struct Archive: Sendable {
    /// The bytes of a model; equal models must give equal bytes.
    public let encode: @Sendable (any Model) throws -> [UInt8]
    /// Decodes a model of a type.
    public let decode: @Sendable (any Model.Type, [UInt8]) throws -> any Model

    public init(
      encode: @escaping @Sendable (any Model) throws -> [UInt8],
      decode: @escaping @Sendable (any Model.Type, [UInt8]) throws -> any Model
    ) {
      self.encode = encode
      self.decode = decode
    }

    /// JSON with sorted keys.
    public static let json = Archive(
      encode: { model in
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Array(try encoder.encode(model))
      },
      decode: { type, bytes in try JSONDecoder().decode(type, from: Data(bytes)) })
  }

  /// A check that a test skips, with the reason.
  public struct Exception: Sendable {
    public let check: Check
    /// Why this learner cannot pass it.
    public let reason: String

    /// `reason` must not be empty.
    public init(_ check: Check, because reason: String) {
      precondition(!reason.isEmpty, "an exception needs a reason")
      self.check = check
      self.reason = reason
    }
  }

  /// The checks by name.
  public enum Check: String, Sendable, CaseIterable {
    case catalogueEntry = "the catalogue entry is complete"
    case badValues = "every hyperparameter refuses invalid values"
    case sameSeed = "the same seed gives the same model"
    case threads = "the number of threads does not change the evaluation"
    case processes = "processes give the same results as threads"
    case inputUntouched = "the input is not modified"
    case singleRow = "a single training row is enough"
    case singleClass = "a single class in training is enough"
    case constantColumn = "a constant column is allowed"
    case unseenCategory = "an unseen category can be predicted"
    case missingValues = "missing values are refused with a help text"
    case noRows = "no rows give an empty prediction"
    case wrongWidth = "columns other than those in training are refused"
    case probabilities = "probabilities are from 0 to 1 and sum to 1"
    case classOrder = "the order of the classes does not matter"
    case rowOrder = "the order of the rows does not matter"
    case savedModel = "a saved model predicts the same"
    case undeclaredTarget = "an undeclared kind of target is refused before training"
    case trainingColumns = "the columns it trains on are those of training rows only"
    case cancellation = "it stops when it is cancelled"
  }

  let learners: LearnerCatalogue
  let archive: Archive
  let workers: (any Executor)?
  let samples: [String: LearnerSample]
  let exceptions: [String: [Exception]]

  /// Makes the suite over a catalogue; `exceptions` hold, by the learner's key, what is left out and why.
  ///
  /// `workers` does jobs in other processes; without it nothing is asked of them. `samples` hold, by the learner's key,
  /// the table of a learner that names columns of its own.
  public init(
    _ learners: LearnerCatalogue, archive: Archive = .json, workers: (any Executor)? = nil,
    samples: [String: LearnerSample] = [:], exceptions: [String: [Exception]] = [:]
  ) {
    self.learners = learners
    self.archive = archive
    self.workers = workers
    self.samples = samples
    self.exceptions = exceptions
  }

  /// The keys of all learners, in order.
  public var keys: [String] { learners.keys }

  /// Everything that is wrong with a learner, each with its name and the check's.
  public func problems(of key: String) -> [String] {
    Check.allCases.flatMap { check in problems(of: key, check) }
  }

  /// Everything that is wrong with a learner in one respect.
  public func problems(of key: String, _ check: Check) -> [String] {
    guard let definition = learners[key] else { return ["\(key): is not in the catalogue"] }
    if exceptions[key]?.contains(where: { $0.check == check }) == true { return [] }
    var found: [String] = []
    // Each kind of target it predicts is tried.
    for kind in TargetKind.allCases where definition.capabilities.predicts(kind) {
      do {
        let trial = LearnerTrial(
          definition: definition,
          sample: try (samples[key] ?? LearnerSample.plain()).ordered(definition.capabilities.needsOrder), kind: kind,
          archive: archive,
          learners: learners, workers: workers)
        found += try trial.problems(check).map { "\(key): \(check.rawValue): \(kind.rawValue): \($0)" }
      } catch {
        let text = (error as? Diagnostic).map { "\($0.code): \($0.message)" } ?? String(describing: error)
        found.append("\(key): \(check.rawValue): \(kind.rawValue): it threw \(text)")
      }
    }
    return found
  }
}
