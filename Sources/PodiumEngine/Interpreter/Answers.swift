internal import PodiumCore
internal import Synchronization

/// The answers to a command's questions, for when it runs a second time.
///
/// A class: both runs share it.
final class Answers: Sendable {
  typealias Confirm = @Sendable (_ question: String, _ cancellation: Cancellation) throws(Diagnostic) -> Bool

  private let known = Mutex<[String: Bool]>([:])

  /// A way of asking that asks each question once.
  func remembering(_ confirm: @escaping Confirm) -> Confirm {
    { (question, cancellation) throws(Diagnostic) in
      if let answer = self.known.withLock({ $0[question] }) { return answer }
      let answer = try confirm(question, cancellation)
      self.known.withLock { $0[question] = answer }
      return answer
    }
  }
}
