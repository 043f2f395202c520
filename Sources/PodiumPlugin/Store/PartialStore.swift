public import PodiumCore
public import PodiumLearn

/// A store of records and changes alone: saved tables, models, results of jobs and the file are refused.
public protocol PartialStore: Store {
  /// The error for an action that it refuses (`save tables`).
  func refusal(_ action: String) -> Diagnostic
}

extension PartialStore {
  public func hold() throws(Diagnostic) { throw refusal("hold a transaction") }

  public func save(_ dataset: Dataset, replacing: Bool) throws(Diagnostic) { throw refusal("save tables") }
  public func dataset(_ name: String) throws(Diagnostic) -> Dataset? { throw refusal("read saved tables") }
  public func datasets() throws(Diagnostic) -> [SavedEntry] { throw refusal("read saved tables") }
  public func removeDataset(_ name: String) throws(Diagnostic) { throw refusal("remove saved tables") }

  public func save(_ model: FittedModel, as name: String, replacing: Bool) throws(Diagnostic) {
    throw refusal("save models")
  }
  public func model(
    _ name: String, learners: LearnerCatalogue, transformers: TransformerCatalogue
  ) throws(Diagnostic) -> FittedModel? { throw refusal("read saved models") }
  public func models() throws(Diagnostic) -> [SavedEntry] { throw refusal("read saved models") }
  public func removeModel(_ name: String) throws(Diagnostic) { throw refusal("remove saved models") }

  public func results(_ jobs: [String]) throws(Diagnostic) -> [String: EvaluationResult] {
    throw refusal("read kept results")
  }
  public func keep(_ results: [EvaluationResult]) throws(Diagnostic) { throw refusal("keep results") }
  public func dropResults(_ jobs: [String]) throws(Diagnostic) { throw refusal("remove kept results") }
  public func removeResults() throws(Diagnostic) -> Int { throw refusal("remove kept results") }

  public func close() {}
  public func info() throws(Diagnostic) -> WorkspaceInfo { throw refusal("read the workspace file") }
  public func backUp(to path: String, shown name: String) throws(Diagnostic) { throw refusal("back up the workspace") }
  public func restore(from path: String, shown name: String) throws(Diagnostic) -> String? {
    throw refusal("restore the workspace")
  }
  public func check() throws(Diagnostic) -> [String] { throw refusal("check the workspace") }
}
