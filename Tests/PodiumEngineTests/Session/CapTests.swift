import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// What a session keeps is bounded, and anything dropped is reported.
struct CapTests {
  /// A session whose verb `grow` replaces the table by another one of 3 MB, and `show` gives it as a result.
  private func session() throws -> Interpreter {
    var registry = Registry()
    try registry.add(
      Verb("grow") { (_, session) throws(Diagnostic) in
        var dataset = try session.current()
        dataset.source += "+"
        let value = Double(dataset.source.utf8.count)
        dataset.table = try Table([Column("x", .number([Double](repeating: value, count: 3 << 17)))])
        session.state.current = dataset
        return []
      })
    try registry.add(
      Verb("touch") { (_, session) throws(Diagnostic) in
        session.state.current?.source += "+"
        return []
      })
    let services = Services(
      files: MemoryFiles([:]), folder: "/data",
      importContext: { (_, _) throws(Diagnostic) in throw Diagnostic("unknown-file", "nothing is here") },
      clock: { 0 })
    var session = Interpreter(registry: registry, services: services)
    session.state.current = Dataset(name: "t", source: "start", table: Table.empty)
    return session
  }

  private func notes(_ line: String, in session: inout Interpreter) -> String {
    var text = ""
    _ = session.run(line) { text += TextRenderer(style: .plain).render($0) }
    return text
  }

  private func undone(_ session: inout Interpreter) throws -> Int {
    var count = 0
    while try session.undo() != nil { count += 1 }
    return count
  }

  @Test func `earlier states are dropped if they take more than undo-memory`() throws {
    var session = try session()
    session.state.settings.undoMemory = 8
    for _ in 1...3 { #expect(notes("grow", in: &session).isEmpty) }
    // The states before the second and third take 6 MB, the present one does not count; a fourth makes it 9.
    #expect(notes("grow", in: &session).contains("undo can no longer revert 'grow'"))
    #expect(try undone(&session) == 2)
  }

  @Test func `states that share their tables cost nothing`() throws {
    var session = try session()
    session.state.settings.undoMemory = 1
    #expect(notes("grow", in: &session).isEmpty)
    for _ in 1...50 { #expect(notes("touch", in: &session).isEmpty) }
    #expect(try undone(&session) == 51)
  }

  @Test func `fitted models count, each once`() throws {
    let catalogue = LearnerCatalogue([Heavy.definition])
    let task = try LearningTask(
      table: try Table([Column("x", .number([1, 2])), Column("y", .number([1, 2]), role: .target)]), target: "y",
      asNumber: true)
    var registry = Registry()
    try registry.add(
      Verb("fit") { (_, session) throws(Diagnostic) in
        session.state.models["m"] = try FittedModel.fit(
          try Heavy.definition.spec(), to: task, recipe: Recipe(), learners: catalogue,
          transformers: TransformerCatalogue([]), seed: Seed(UInt64(session.cellCount)), version: "0",
          cancellation: session.cancellation)
        return []
      })
    try registry.add(
      Verb("touch") { (_, session) throws(Diagnostic) in
        session.state.current = Dataset(name: "t", source: "start", table: Table.empty)
        return []
      })
    var session = try session()
    session = Interpreter(registry: registry, services: session.services)
    session.state.settings.undoMemory = 8
    // The states before the second and third have a model each, beside the present one.
    for _ in 1...3 { #expect(notes("fit", in: &session).isEmpty) }
    for _ in 1...9 { #expect(notes("touch", in: &session).isEmpty) }
    #expect(notes("fit", in: &session).contains("undo can no longer revert 'fit'"))
  }

  @Test func `the last change can be undone whatever its size`() throws {
    var session = try session()
    session.state.settings.undoMemory = 1
    _ = notes("grow", in: &session)
    _ = notes("grow", in: &session)
    #expect(notes("grow", in: &session).contains("no longer revert"))
    #expect(try undone(&session) == 1)
  }
}

/// A model that claims to take 3 MB, and its learner.
private struct Heavy: Model, Learner {
  static let definition = LearnerDefinition(
    key: "heavy", summary: "tests", hyperparameters: [],
    capabilities: Capabilities(targets: [.numbers], probabilities: false, needsScaling: false),
    reference: "none", modelType: Heavy.self
  ) { (_) throws(Diagnostic) in Heavy() }

  var byteCount: Int { 3 << 20 }

  func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model { self }

  func predict(_ features: Matrix) throws(Diagnostic) -> Prediction { .numbers([]) }
}
