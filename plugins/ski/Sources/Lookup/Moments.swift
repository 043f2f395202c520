internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

extension SkiWorkspace {
  /// Narrows conditions to the sessions after one that was typed, if any; returns how many fulfil them.
  func left(
    _ conditions: inout [RecordQuery.Condition], after text: String?, at span: SourceSpan?
  ) throws(Diagnostic) -> Int {
    if let text {
      let number = try sessionNumber(text, at: span)
      conditions += Paging.sessions(after: try TestSession.thing.record(.text(number), in: store))
    }
    return try store.count(RecordQuery(SkiKinds.session, where: conditions))
  }
}
