import PodiumCore
import PodiumLearn
import PodiumPlugin
import Synchronization

/// A store that only logs calls; the rest of the protocol refuses.
final class FakeStore: Store {
  struct Story {
    var log: [String] = []
    var pending = 0
    var sets = 0
    var failsToCommit = false
    var failsToRevert = false
  }

  let story = Mutex(Story())

  var log: [String] { story.withLock { $0.log } }

  func begin(_ command: String) { story.withLock { $0.log.append("begin " + command) } }

  func commit() throws(Diagnostic) -> [ChangeSetID] {
    let (made, fails) = story.withLock { story -> ([ChangeSetID], Bool) in
      if story.failsToCommit { return ([], true) }
      let made = story.sets..<(story.sets + story.pending)
      story.sets += story.pending
      if story.pending > 0 { story.log.append("commit \(story.pending)") }
      story.pending = 0
      return (made.map { ChangeSetID(String($0)) }, false)
    }
    if fails { throw Diagnostic("workspace-full", "the disk is full") }
    return made
  }

  func rollBack() {
    story.withLock {
      $0.log.append("roll back")
      $0.pending = 0
    }
  }

  func revert(_ sets: [ChangeSetID]) throws(Diagnostic) -> ChangeSetID {
    let fails = story.withLock { $0.failsToRevert }
    if fails { throw Diagnostic("changed-since", "somebody changed it") }
    return story.withLock {
      $0.log.append("revert " + sets.map(\.text).joined(separator: ","))
      $0.pending += 1
      return ChangeSetID(String($0.sets + $0.pending - 1))
    }
  }

  func removeDataset(_ name: String) throws(Diagnostic) {
    story.withLock {
      $0.log.append("write " + name)
      $0.pending += 1
    }
  }

  private func unused() -> Diagnostic { Diagnostic("unused", "this store only logs calls") }

  func records(_ query: RecordQuery) throws(Diagnostic) -> [Record] { throw unused() }
  func count(_ query: RecordQuery) throws(Diagnostic) -> Int { throw unused() }
  func table(_ query: RecordQuery, fields: [String]?) throws(Diagnostic) -> Table { throw unused() }
  func insert(_ kind: String, _ fields: [String: Value]) throws(Diagnostic) -> Record { throw unused() }
  func update(
    _ id: RecordID, of kind: String, setting fields: [String: Value], revision: Int?
  ) throws(Diagnostic) -> Record { throw unused() }
  func remove(_ id: RecordID, of kind: String, revision: Int?) throws(Diagnostic) { throw unused() }
  func merge(
    _ table: Table, into kind: String, rule: MergeRule, cancellation: Cancellation
  ) throws(Diagnostic) -> MergeReport { throw unused() }
  func kinds() throws(Diagnostic) -> [RecordKind] { throw unused() }
  func insert(
    all rows: [[String: Value]], into kind: String, cancellation: Cancellation
  ) throws(Diagnostic) { throw unused() }
  func nextNumber(of kind: String) throws(Diagnostic) -> Int { throw unused() }
  var author: String? { nil }
  func mark() throws(Diagnostic) -> StoreMark? { nil }
  func coded(_ query: RecordQuery, fields: [String]?) throws(Diagnostic) -> Table { throw unused() }
  func tables(_ requests: [TableRequest]) throws(Diagnostic) -> [Table] { throw unused() }
  func erase(_ id: RecordID, of kind: String, words: [String]) throws(Diagnostic) { throw unused() }
  func changes(kind: String?, record: RecordID?, limit: Int) throws(Diagnostic) -> [Change] { throw unused() }
  func save(_ dataset: Dataset, replacing: Bool) throws(Diagnostic) { throw unused() }
  func dataset(_ name: String) throws(Diagnostic) -> Dataset? { nil }
  func datasets() throws(Diagnostic) -> [SavedEntry] { [] }
  func save(_ model: FittedModel, as name: String, replacing: Bool) throws(Diagnostic) { throw unused() }
  func model(
    _ name: String, learners: LearnerCatalogue, transformers: TransformerCatalogue
  ) throws(Diagnostic) -> FittedModel? { nil }
  func models() throws(Diagnostic) -> [SavedEntry] { [] }
  func removeModel(_ name: String) throws(Diagnostic) { throw unused() }
  func results(_ jobs: [String]) throws(Diagnostic) -> [String: EvaluationResult] { [:] }
  func keep(_ results: [EvaluationResult]) throws(Diagnostic) {}
  func dropResults(_ jobs: [String]) throws(Diagnostic) {}
  func removeResults() throws(Diagnostic) -> Int { 0 }
  func close() {}
  func info() throws(Diagnostic) -> WorkspaceInfo { WorkspaceInfo() }
  func backUp(to path: String, shown name: String) throws(Diagnostic) { throw unused() }
  func restore(from path: String, shown name: String) throws(Diagnostic) -> String? { throw unused() }
  func check() throws(Diagnostic) -> [String] { [] }
}
