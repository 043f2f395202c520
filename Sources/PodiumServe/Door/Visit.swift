internal import PodiumCore
internal import PodiumPlugin

/// A request of someone who was let in, with what it is answered by.
struct Visit {
  let request: ServedRequest
  let visitor: Admission.Visitor
  let origin: RequestOrigin
  /// The connection to the workspace that it has to itself.
  let store: any Store
  let cancellation: Cancellation
  /// The key by which it is done once.
  var key: RequestKey?
  /// What a record must still be when its command changes it.
  var expected: ExpectedRevision?

  var account: Account? { visitor.account }
  /// Who reads: without an account whoever sees the public pages.
  var reader: Account { account ?? Account("", role: .reader) }
}
