/// Rows of a task to learn from, and rows to test.
public struct Split: Sendable, Codable, Equatable {
  /// The rows a model learns from; one that is named twice counts twice.
  public let train: [Int]
  /// The rows it is tested on, ascending.
  public let test: [Int]

  /// Takes both lists of rows of the task, from 0.
  public init(train: [Int], test: [Int]) {
    self.train = train
    self.test = test
  }
}
