internal import PodiumCore
public import PodiumLearn

/// What every learner must hold, whoever brought it; the answer is a list of what is wrong, empty when nothing is.
///
/// Saving needs an encoder, which the caller brings: the suite knows none.
public struct LearnerConformance: Sendable {
  /// How a model is turned into bytes and back.
  public struct Archive: Sendable {
    /// The bytes of a model; equal models must give equal bytes.
    public let encode: @Sendable (any Model) throws -> [UInt8]
    /// The model of a type read from bytes.
    public let decode: @Sendable (any Model.Type, [UInt8]) throws -> any Model

    /// Takes both directions.
    public init(
      encode: @escaping @Sendable (any Model) throws -> [UInt8],
      decode: @escaping @Sendable (any Model.Type, [UInt8]) throws -> any Model
    ) {
      self.encode = encode
      self.decode = decode
    }
  }

  /// A property of a learner that a test leaves out, with the reason.
  public struct Exception: Sendable {
    public let check: Check
    /// Why this learner cannot hold it.
    public let reason: String

    /// Leaves a check out; the reason must not be empty.
    public init(_ check: Check, because reason: String) {
      precondition(!reason.isEmpty, "an exception needs a reason")
      self.check = check
      self.reason = reason
    }
  }

  /// The checks by name.
  public enum Check: String, Sendable, CaseIterable {
    case catalogueEntry = "the catalogue entry is complete"
    case badValues = "every hyperparameter refuses its bad values"
    case sameSeed = "the same seed gives the same model"
    case threads = "any number of threads gives the same evaluation"
    case processes = "processes give the same as threads"
    case inputUntouched = "the input is untouched"
    case singleRow = "a single row can be learned"
    case singleClass = "a single class can be learned"
    case constantColumn = "a constant column does no harm"
    case unseenCategory = "an unseen category can be predicted"
    case missingValues = "missing values are refused with the remedy"
    case noRows = "no rows give an empty prediction"
    case wrongWidth = "columns other than those in training are refused"
    case probabilities = "probabilities are from 0 to 1 and sum to 1"
    case classOrder = "the order of the classes does not matter"
    case rowOrder = "the order of the rows does not matter"
    case savedModel = "a saved model predicts the same"
    case undeclaredTarget = "an undeclared kind of target is refused before training"
    case cancellation = "a flag that is already set stops it"
  }

  let learners: LearnerCatalogue
  let archive: Archive
  let workers: (any Executor)?
  let exceptions: [String: [Exception]]

  /// Makes the suite over a catalogue; `exceptions` hold, by the learner's key, what is left out and why.
  ///
  /// `workers` does jobs in other processes; without it nothing is asked of them.
  public init(
    _ learners: LearnerCatalogue, archive: Archive, workers: (any Executor)? = nil,
    exceptions: [String: [Exception]] = [:]
  ) {
    self.learners = learners
    self.archive = archive
    self.workers = workers
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
      let trial = LearnerTrial(
        definition: definition, kind: kind, archive: archive, learners: learners, workers: workers)
      do {
        found += try trial.problems(check).map { "\(key): \(check.rawValue): \(kind.rawValue): \($0)" }
      } catch {
        let text = (error as? Diagnostic).map { "\($0.code): \($0.message)" } ?? String(describing: error)
        found.append("\(key): \(check.rawValue): \(kind.rawValue): it threw \(text)")
      }
    }
    return found
  }
}
