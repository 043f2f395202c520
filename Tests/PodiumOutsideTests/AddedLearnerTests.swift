import Foundation
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumOutside

/// External learners, added with `learner add`.
struct AddedLearnerTests {
  /// A session in a script's folder that may start programs.
  private func session(_ script: Script, trusted: Bool = true) throws -> Interpreter {
    var session = try Assembly.session(folder: script.folder.path, datasets: [Checkout.path("datasets")])
    if trusted { Assembly.open(&session.services, to: OutsideHost(version: "test")) }
    session.state.settings.threads = 2
    return session
  }

  private func add(_ script: Script, _ more: String = "") -> String {
    "learner add mine \"\(script.start)\" \(more)"
  }

  private func evaluation(_ outputs: [Output]) -> Evaluation? {
    outputs.lazy.compactMap { if case .evaluation(let found) = $0 { found.evaluation } else { nil } }.first
  }

  @Test(.enabled(if: Machine.hasPython, "python3 is not installed"))
  func `it gets the same folds and measures as built-in learners`() throws {
    // The most frequent class, the first one on a tie, as in zeror.
    let script = Script(
      python: """
        import json, sys
        for line in sys.stdin:
            ask = json.loads(line)
            if ask["do"] != "learn": continue
            target = [c for c in ask["train"]["columns"] if c["role"] == "target"][0]["values"]
            best = max(ask["classes"], key=target.count)
            print(json.dumps({"id": ask["id"], "predicted": [best] * ask["test"]["rows"]}), flush=True)
        """)
    var session = try session(script)
    let added = run("load ski-thesis", "label", "encode", add(script), in: &session)
    #expect(added.error == nil)
    let mine = try #require(evaluation(run("cv mine k=5", in: &session).outputs))
    let ours = try #require(evaluation(run("cv zeror k=5", in: &session).outputs))
    #expect(mine.predicted == ours.predicted)
    #expect(mine.foldOfRow == ours.foldOfRow)
    #expect(mine.confusion == ours.confusion)
    #expect(mine["accuracy"] == ours["accuracy"])
    let comparison = run("compare mine tree k=5", in: &session)
    guard case .comparison(let table)? = comparison.outputs.first else {
      Issue.record("compare gave \(comparison)")
      return
    }
    #expect(table.rows.map(\.learner) == ["mine", "tree", "zeror"])
    #expect(table.rows.first?.difference == 0)
  }

  @Test(.enabled(if: Machine.hasPython, "python3 is not installed"))
  func `its seed is the job's seed in 53 bits, whatever the number of threads`() throws {
    let script = Script(
      python: """
        import json, sys
        for line in sys.stdin:
            ask = json.loads(line)
            if "train" not in ask: print(json.dumps({"error": "what?"}), flush=True); continue
            print(json.dumps({"predicted": [ask["seed"] + 0.5] * ask["test"]["rows"]}), flush=True)
        """)
    var session = try session(script)
    let lines = [
      "load iris", "label sepal_length_cm task=number", "encode", add(script, "targets=numbers"), "set seed=3",
    ]
    for line in lines { #expect(run(line, in: &session).error == nil) }
    var found: [[Double]] = []
    for threads in [1, 2] {
      session.state.settings.threads = threads
      let given = try #require(evaluation(run("cv mine k=3", in: &session).outputs))
      guard case .numbers(let values) = given.predicted else { return }
      found.append(values)
      for (row, value) in values.enumerated() {
        let stream = Seed(3).derived("fit", "mine", 0, given.foldOfRow[row])
        #expect(value == Double(stream.value >> 11) + 0.5)
      }
    }
    #expect(found.first == found.last)
    #expect(Set(found.joined()).count == 3)
  }

  static let answers = [
    (#"{}"#, "no list 'predicted'"), (#"{"predicted":7}"#, "no list 'predicted'"),
    (#"{"predicted":["left"]}"#, "1 value for 3 test rows"),
    (#"{"predicted":["left","left","up"]}"#, "\"up\" for row 3, which is not a class"),
    (#"{"predicted":["left","left",null]}"#, "null for row 3"),
    (#"{"predicted":["left","left","left"],"probabilities":[[1,0]]}"#, "not a list with a row for each test row"),
    (#"{"predicted":["left","left","left"],"probabilities":[[1,0],[1,0],[1]]}"#, "row 3 are not 2 numbers"),
    (#"{"predicted":["left","left","left"],"probabilities":[[1,0],[1,0.1],[1,0]]}"#, "row 2 must be from 0 to 1"),
    (#"{"predicted":["left","left","left"],"probabilities":[[1,0],[1.5,-0.5],[1,0]]}"#, "row 2 must be from 0 to 1"),
    (#"{"predicted":["left","left","left"],"probabilities":[[1,0],[null,1],[1,0]]}"#, "row 2 are not 2 numbers"),
    (#"{"predicted":["left","left","left"]}"#, "'probabilities' is not a list"),
  ]

  @Test(arguments: answers)
  func `an answer that does not match the rows is refused with the reason`(_ answer: String, _ says: String) throws {
    let guest = Script("while read -r l; do echo '\(answer)'; done").guest()
    var model = Trial.task(.classes).model
    model = ProgramModel(
      learner: "mine", settings: [], training: model.training, featureNames: model.featureNames, target: model.target,
      seed: 1, probabilities: true, program: guest.program)
    let error = #expect(throws: Diagnostic.self) { _ = try model.predict(model.probe) }
    #expect(error?.code == "bad-reply")
    #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
    withExtendedLifetime(guest) {}
  }

  @Test func `classes named by numbers may be returned as numbers`() throws {
    let guest = Script("while read -r l; do echo '{\"predicted\":[0,1,\"1\"]}'; done").guest()
    let trial = Trial.task(.classes).model
    let model = ProgramModel(
      learner: "mine", settings: [], training: trial.training, featureNames: trial.featureNames,
      target: .classes(ClassTarget(classes: ["0", "1"], codes: (0..<12).map { $0 % 2 })), seed: 1,
      probabilities: false, program: guest.program)
    #expect(try model.predict(trial.probe) == .classes([0, 1, 1], probabilities: nil))
    withExtendedLifetime(guest) {}
  }

  @Test func `a saved model contains no command and needs its learner`() throws {
    let trial = Trial.task(.classes).model
    let text = String(decoding: try JSONEncoder().encode(trial), as: UTF8.self)
    #expect(!text.contains("program"))
    let read = try JSONDecoder().decode(ProgramModel.self, from: Data(text.utf8))
    let error = #expect(throws: Diagnostic.self) { _ = try read.predict(trial.probe) }
    #expect(error?.code == "no-program")
  }

  @Test func `the catalogue shows what the program declares`() throws {
    let script = Script(
      #"""
      while read -r l; do
        case $l in
        *'"do":"hello"'*)
          echo '{"id":1,"protocol":1,"registers":{"learners":[{"key":"deep","summary":"a deep one","targets":["numbers"],
      "scale":true,"stochastic":false,"hyperparameters":[
      {"name":"depth","kind":"integer","min":1,"max":9,"default":3,"help":"how deep"},
      {"name":"rate","kind":"number","min":0,"above-min":true,"default":0.5,"help":"how fast"},
      {"name":"mode","kind":"choice","choices":["a","b"],"default":"b","help":"how"},
      {"name":"early","kind":"flag","default":true,"help":"whether"}]}]}}' | tr -d '\n'; echo ;;
        *'"settings":{"depth":5,"rate":0.5,"mode":"b","early":true}'*) echo '{"predicted":[5,5,5]}' ;;
        *) echo '{"predicted":[0,0,0]}' ;;
        esac
      done
      """#)
    var session = try session(script)
    #expect(run(add(script), in: &session).error == nil)
    let definition = try #require(session.registry.learners["mine"])
    #expect(definition.summary == "a deep one")
    #expect(definition.capabilities.targets == [.numbers])
    #expect(definition.capabilities.needsScaling)
    #expect(!definition.capabilities.isStochastic)
    #expect(
      definition.hyperparameters.map { $0.name + "=" + $0.defaultValue.text } == [
        "depth=3", "rate=0.5", "mode=b", "early=yes",
      ])
    #expect(throws: Diagnostic.self) { _ = try definition.spec([("rate", "0")]) }
    let model = Trial.task(.numbers).model
    let data = try TrainingData(features: model.training, featureNames: ["x", "y"], target: model.target)
    for (given, answer) in [([("depth", "5")], 5.0), ([], 0)] {
      let learner = try definition.learner(definition.spec(given))
      let fitted = try learner.fit(data, seed: Seed(0), cancellation: Cancellation())
      #expect(try fitted.predict(model.probe) == .numbers([answer, answer, answer]))
    }
  }

  @Test func `a learner is added, replaced, listed, removed, and undone`() throws {
    let script = Script("while read -r l; do echo '{\"predicted\":[\"left\",\"left\",\"left\"]}'; done")
    var session = try session(script)
    #expect(run("learner remove mine", in: &session).error?.code == "unknown-added-learner")
    #expect(run(add(script), in: &session).error == nil)
    #expect(session.registry.learners["mine"]?.capabilities.targets == [.classes])
    #expect(run(add(script, "stochastic=no"), in: &session).error == nil)
    #expect(session.state.learners.count == 1)
    #expect(session.registry.learners["mine"]?.capabilities.isStochastic == false)
    #expect(session.registry.owner(of: "learner", "mine") == "session")
    #expect(run("learner list", in: &session).error == nil)
    #expect(run("learner remove mine", in: &session).error == nil)
    #expect(session.registry.learners["mine"] == nil)
    #expect(run("undo", in: &session).error == nil)
    #expect(session.registry.learners["mine"] != nil)
    #expect(run("learner add tree \"\(script.start)\"", in: &session).error?.code == "taken-name")
    #expect(run("learner add Mine \"\(script.start)\"", in: &session).error?.code == "bad-value")
    #expect(run(add(script, "targets=colours"), in: &session).error?.span != nil)
    #expect(run(add(script, "targets=numbers"), in: &session).error?.code == "bad-reply")
  }

  @Test func `a disabled learner works again after it is added again`() throws {
    let script = Script(
      #"""
      while read -r l; do
        if [ -e broken ]; then exit 7; fi
        echo '{"predicted":["left","left","left"]}'
      done
      """#)
    var session = try session(script)
    #expect(run("load iris", "label species", add(script), in: &session).error == nil)
    script.write("", to: "broken")
    for _ in 0..<2 { #expect(run("cv mine k=3", in: &session).error != nil) }
    #expect(run("cv mine k=3", in: &session).error?.message.contains("is disabled") == true)
    unlink(script.folder.path + "/broken")
    #expect(run(add(script), in: &session).error == nil)
    // It always answers with three rows, but the folds have more.
    #expect(run("cv mine k=3", in: &session).error?.message.contains("3 values for") == true)
  }

  @Test func `a program that ignores unknown requests is tried at once, and a silent one only once`() throws {
    let passing = Script(
      #"""
      while read -r l; do
        case $l in *'"do":"learn"'*)
          id=$(echo "$l" | sed 's/^{"id":\([0-9]*\).*/\1/')
          echo "{\"id\":$id,\"predicted\":[\"left\",\"left\",\"left\"]}" ;;
        esac
      done
      """#)
    var session = try session(passing)
    // Waiting for the whole time limit would make this fail.
    #expect(run("set plugin-timeout=600", add(passing), in: &session).error == nil)
    let silent = Script("echo start >> starts; exec sleep 100")
    #expect(run("set plugin-timeout=1", add(silent), in: &session).error?.code == "plugin-timeout")
    let starts = (try? String(contentsOfFile: silent.folder.path + "/starts", encoding: .utf8)) ?? ""
    // On a busy machine it may not reach its first line; but it is never started twice.
    #expect(["", "start\n"].contains(starts))
  }

  @Test func `the error for an untrusted program mentions --trust`() throws {
    let script = Script("touch started")
    var session = try session(script, trusted: false)
    let error = run(add(script), in: &session).error
    #expect(error?.code == "trust-refused")
    #expect(error?.help?.contains("--trust") == true)
    #expect(session.wasRefused)
  }

  @Test func `a failed fold has the program's message, and the other folds are kept`() throws {
    let script = Script(
      #"""
      if [ -e added ]; then echo 'out of snow' >&2; exit 7; fi
      while read -r l; do echo '{"predicted":["left","left","left"]}'; done
      """#)
    var session = try session(script)
    #expect(run("load iris", "label species", add(script), in: &session).error == nil)
    script.write("", to: "added")
    let error = run("cv mine k=3", in: &session).error
    #expect(error?.message.contains("'mine'") == true)
    #expect(run("cv zeror k=3", in: &session).error == nil)
  }
}
