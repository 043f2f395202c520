public import PodiumCore
public import PodiumLearn
public import PodiumPlugin
internal import Synchronization

/// Saved tables and models.
extension Workspace {
  /// Saves a table with its roles, labelling and recipe.
  public func save(_ dataset: Dataset, replacing: Bool) throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.archive.save(dataset, replacing: replacing) }
  }

  /// A saved table by its name, or nil.
  public func dataset(_ name: String) throws(Diagnostic) -> Dataset? {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.archive.dataset(name) }
  }

  /// The saved tables by name.
  public func datasets() throws(Diagnostic) -> [SavedEntry] {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.archive.datasets() }
  }

  /// Removes a saved table.
  public func removeDataset(_ name: String) throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.archive.removeDataset(name) }
  }

  /// Saves a fitted model under a name.
  public func save(_ model: FittedModel, as name: String, replacing: Bool) throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.archive.save(model, as: name, replacing: replacing) }
  }

  /// A saved model by its name, or nil.
  public func model(
    _ name: String, learners: LearnerCatalogue, transformers: TransformerCatalogue
  ) throws(Diagnostic) -> FittedModel? {
    try parts.withLock { (parts) throws(Diagnostic) in
      try parts.archive.model(name, learners: learners, transformers: transformers)
    }
  }

  /// The saved models by name.
  public func models() throws(Diagnostic) -> [SavedEntry] {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.archive.models() }
  }

  /// Removes a saved model.
  public func removeModel(_ name: String) throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.archive.removeModel(name) }
  }
}
