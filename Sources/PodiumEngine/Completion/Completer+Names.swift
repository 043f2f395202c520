internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

extension Completer {
  /// Names in the session or the workspace; a workspace that cannot be read offers none.
  func names(_ thing: NamedThing) -> [CompletionCandidate] {
    switch thing {
    case .evaluators: return evaluators
    case .measures:
      let kind = session.state.current.map { $0.targetIsNumber ? TargetKind.numbers : .classes }
      let known = (registry.measures + ClassMeasures.of(0, named: "CLASS")).filter { kind == nil || $0.target == kind }
      return known.map { CompletionCandidate($0.key, note: $0.summary) } + evaluators
    case .resamplings:
      return registry.resamplings.all.map { CompletionCandidate($0.key, note: $0.summary) }
    case .renderers:
      return [CompletionCandidate("auto", note: "terminal on a terminal, plain in files and pipes")]
        + sorted(registry.renderers) { $0.summary }
    case .executors: return sorted(registry.executors) { $0.summary }
    case .models:
      return sorted(session.state.models) { $0.summary }
    case .savedModels: return saved(try? session.services.store?.models())
    case .savedTables: return saved(try? session.services.store?.datasets())
    case .addedLearners:
      return session.state.learners.map { CompletionCandidate($0.definition.key, note: $0.definition.summary) }
    case .importers: return sorted(registry.importers.filter(\.value.isReader)) { $0.summary }
    case .figures: return sorted(registry.figures) { $0.summary }
    }
  }

  /// The evaluators that fit the current table and its target; all if there is no table.
  private var evaluators: [CompletionCandidate] {
    let current = session.state.current
    let fitting = registry.evaluators.filter { entry in
      current.map { entry.value.fits($0.table, targetIsNumber: $0.targetIsNumber) } ?? true
    }
    return sorted(fitting) { $0.summary }
  }

  private func sorted<Thing>(_ things: [String: Thing], _ note: (Thing) -> String) -> [CompletionCandidate] {
    things.inCodePointOrder(by: \.key).map {
      CompletionCandidate(Completer.word($0.key), note: note($0.value))
    }
  }

  private func saved(_ entries: [SavedEntry]?) -> [CompletionCandidate] {
    (entries ?? []).map { CompletionCandidate(Completer.word($0.name), note: $0.summary) }
  }
}
