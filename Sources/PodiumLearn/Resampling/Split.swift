/// Training rows and test rows of a task.
public struct Split: Sendable, Codable, Equatable {
  /// The training rows; a row listed twice counts twice.
  public let train: [Int]
  /// The test rows, ascending.
  public let test: [Int]

  /// Takes both lists of rows of the task, from 0.
  public init(train: [Int], test: [Int]) {
    self.train = train
    self.test = test
  }
}
