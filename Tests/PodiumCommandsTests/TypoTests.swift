import PodiumCore
import PodiumLearn
import PodiumPlugin
import PodiumTestKit
import Testing

/// Suggestions for a slip of one letter, wherever a name is typed.
struct TypoTests {
  /// A place where a name is typed: the text before and after it, the setup, and the names known there.
  struct Place: Sendable, CustomTestStringConvertible {
    let kind: String
    let setup: [String]
    let before: String
    let after: String
    let names: [String]
    var testDescription: String { kind }
  }

  static let flowers = ["load iris", "label species"]
  static let fields = ["accuracy", "balanced_accuracy", "kappa", "log_loss", "brier"]

  static let places: [Place] = {
    let registry = CommandFixture.registry
    let plain = registry.commands.keys.filter { !$0.contains(" ") }.sorted()
    let plugins = registry.commands.keys.filter { $0.contains(" ") }.sorted()
    let skis = ["air_temperature", "session", "base", "rank", "grinding"]
    func keys(_ verb: String) -> [String] {
      registry.commands[verb]?.signature.parameters.map(\.description).filter { $0.form == .key }.map(\.name) ?? []
    }
    return [
      Place(kind: "verbs", setup: flowers, before: "", after: "", names: plain),
      Place(kind: "verbs of two words", setup: flowers, before: "", after: "", names: plugins),
      Place(kind: "keys of cv", setup: flowers, before: "cv tree ", after: "=2", names: keys("cv")),
      Place(kind: "settings", setup: [], before: "set ", after: "=100", names: keys("set")),
      Place(
        kind: "columns", setup: ["load iris"], before: "describe ", after: "",
        names: ["sepal_length_cm", "sepal_width_cm", "petal_length_cm", "petal_width_cm", "species"]),
      Place(kind: "columns of skis", setup: ["load ski-thesis"], before: "head 2 if ", after: " == 1", names: skis),
      Place(
        kind: "values", setup: ["load iris"], before: "head 2 if species == \"", after: "\"",
        names: ["setosa", "versicolor", "virginica"]),
      Place(kind: "learners", setup: flowers, before: "cv ", after: "", names: Array(registry.learners.keys)),
      Place(
        kind: "hyperparameters of svm", setup: flowers, before: "cv svm(", after: "=1)",
        names: registry.learners["svm"]?.hyperparameters.map(\.name) ?? []),
      Place(
        kind: "hyperparameters of tree", setup: flowers, before: "cv tree(", after: "=1)",
        names: registry.learners["tree"]?.hyperparameters.map(\.name) ?? []),
      Place(
        kind: "words of folds", setup: flowers, before: "cv tree folds=", after: "",
        names: ["stratified", "kfold", "group", "leave-one-group-out", "given", "rolling"]),
      Place(kind: "datasets", setup: [], before: "load ", after: "", names: registry.datasets.keys.sorted()),
      Place(
        kind: "files", setup: [], before: "load ", after: "",
        names: ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Package.swift"]),
      Place(
        kind: "results", setup: flowers + ["cv zeror k=2 as base", "cv tree k=2 as better"], before: "fields ",
        after: "", names: ["base", "better"]),
      Place(
        kind: "fields", setup: flowers + ["cv zeror k=2 as base"], before: "head 1 if 1 > $base.", after: "",
        names: fields),
      Place(
        kind: "evaluators", setup: ["load ski-thesis", "label"], before: "cv tree evaluators=", after: "",
        names: registry.evaluators.keys.sorted()),
      Place(
        kind: "measures", setup: flowers, before: "compare tree k=2 measure=", after: "",
        names: ["accuracy", "balanced_accuracy", "f1_macro", "kappa", "log_loss", "brier"]),
      Place(kind: "help topics", setup: [], before: "help ", after: "", names: ["folds", "notebook", "expressions"]),
    ]
  }()

  /// One letter left out, added, replaced, or swapped with the next.
  static func mistyped(_ name: String, _ source: inout RandomSource) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz")
    var letters = Array(name)
    let place = source.below(letters.count)
    switch source.below(4) {
    case 0 where letters.count > 2: letters.remove(at: place)
    case 1: letters.insert(alphabet[source.below(26)], at: place)
    case 2 where place + 1 < letters.count: letters.swapAt(place, place + 1)
    default: letters[place] = alphabet[source.below(26)]
    }
    return String(letters)
  }

  /// At least 14 for each kind of name, more than 240 in all; a slip that gives another known name, or leaves the name as it
  /// was, cannot be recognized as a slip, and names of one letter resemble nothing, so neither counts. The first
  /// suggestion must be the name itself: a tie that goes to another name counts as wrong.
  @Test func `at least 95 in a hundred one-letter slips get the right suggestion`() {
    var source = RandomSource(seed: 20_261_121)
    var wrong: [String] = []
    var count = 0
    for place in Self.places {
      let names = place.names.filter { $0.count > 1 }
      #expect(!names.isEmpty, "no \(place.kind)")
      if names.isEmpty { continue }
      var scene = CommandFixture.session()
      for line in place.setup { #expect(scene.report(line)?.error == nil) }
      var tried = 0
      while tried < 14 {
        let name = names[source.below(names.count)]
        let typed = Self.mistyped(name, &source)
        // A name that begins with $ or a parenthesis is something else, and so is a word the grammar reads differently.
        if place.names.contains(typed) || typed.count(where: { $0 == " " }) != name.count(where: { $0 == " " }) {
          continue
        }
        if typed.hasPrefix(" ") || typed.hasSuffix(" ") { continue }
        tried += 1
        count += 1
        let line = place.before + typed + place.after
        var session = scene
        let report = session.report(line)
        let answer = (report?.error.map { $0.message + "; " + ($0.help ?? "") } ?? "") + Self.notes(report)
        if place.kind != "values", report?.error == nil { wrong.append("\(line): no error") }
        if Self.offer(in: answer) != name { wrong.append("\(line): \(answer)") }
      }
    }
    #expect(count >= 200)
    #expect(wrong.count * 20 <= count, "\(wrong.count) of \(count): \(wrong.joined(separator: "\n"))")
    print("typos: \(count - wrong.count) of \(count) answered with the right word first; the others:")
    for line in wrong { print("  " + line) }
  }

  private static func notes(_ report: CommandReport?) -> String {
    var text = ""
    for output in report?.outputs ?? [] {
      if case .warning(let note) = output { text += note.text }
    }
    return text
  }

  /// The first word an answer suggests.
  private static func offer(in answer: String) -> String? {
    guard let start = answer.firstRange(of: "did you mean '") else { return nil }
    return String(answer[start.upperBound...].prefix { $0 != "'" })
  }
}
