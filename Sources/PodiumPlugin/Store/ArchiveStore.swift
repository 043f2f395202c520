public import PodiumCore
public import PodiumLearn

/// Saved tables and fitted models.
public protocol ArchiveStore: Sendable {
  /// Keeps a table with its roles, labelling and recipe; throws `saved-name-taken` unless it may replace.
  func save(_ dataset: Dataset, replacing: Bool) throws(Diagnostic)
  /// A saved table by its name, or nil.
  func dataset(_ name: String) throws(Diagnostic) -> Dataset?
  /// The saved tables by name; none, without making a file, when there is no workspace yet.
  func datasets() throws(Diagnostic) -> [SavedEntry]
  /// Removes a saved table; throws `unknown-dataset`.
  func removeDataset(_ name: String) throws(Diagnostic)

  /// Keeps a fitted model under a name; throws `saved-name-taken` unless it may replace.
  func save(_ model: FittedModel, as name: String, replacing: Bool) throws(Diagnostic)
  /// A saved model by its name, or nil; throws `unknown-learner` when no one brings its learner now.
  func model(
    _ name: String, learners: LearnerCatalogue, transformers: TransformerCatalogue
  ) throws(Diagnostic) -> FittedModel?
  /// The saved models by name.
  func models() throws(Diagnostic) -> [SavedEntry]
  /// Removes a saved model; throws `unknown-model`.
  func removeModel(_ name: String) throws(Diagnostic)
}

/// A saved table or model as a list shows it.
public struct SavedEntry: Sendable, Equatable {
  public let name: String
  /// What it is, in one phrase (`112 rows, 14 columns`, `svm(c=2)`).
  public let summary: String
  /// When it was saved last and by whom.
  public let saved: Record.Stamp

  /// Names what was saved.
  public init(name: String, summary: String, saved: Record.Stamp) {
    self.name = name
    self.summary = summary
    self.saved = saved
  }
}
