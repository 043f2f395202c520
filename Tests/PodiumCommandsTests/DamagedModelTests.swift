import Foundation
import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import PodiumTestKit
import Testing

/// Saved models whose parts contradict each other, as only a file that someone else wrote can hold.
struct DamagedModelTests {
  private func fitted(_ lines: [String]) throws -> (model: FittedModel, text: String) {
    var session = CommandFixture.session()
    for line in lines { #expect(session.report(line)?.status == .ok, "\(line)") }
    let model = try #require(session.state.models.values.first)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (model, String(decoding: try encoder.encode(model), as: UTF8.self))
  }

  private func read(_ text: String) -> FittedModel? {
    try? JSONDecoder().decode(SavedModel.self, from: Data(text.utf8)).model
  }

  private static let iris = ["load iris", "label species"]
  private static let names = "\"classes\":[\"setosa\",\"versicolor\",\"virginica\"]"

  @Test(arguments: [
    "tree", "svm", "ann(epochs=2)", "knn", "bayes", "lda", "logistic", "forest(trees=3)", "boost", "zeror",
  ])
  func `a model of other classes than those it names is refused`(_ learner: String) throws {
    let (model, text) = try fitted(Self.iris + ["fit \(learner)"])
    #expect(read(text) == model)
    for other in ["\"classes\":[\"setosa\",\"versicolor\"]", "\"classes\":[]", "\"features\":[]"] {
      let damaged = text.replacing(Self.names, with: other)
      try #require(damaged != text)
      #expect(read(damaged) == nil, "\(other)")
    }
  }

  @Test(arguments: ["linear", "ridge", "knn", "tree", "forest(trees=3)", "boost", "ann(epochs=2)", "zeror"])
  func `a model of numbers that names classes is refused`(_ learner: String) throws {
    let (model, text) = try fitted(["load iris", "label petal_width_cm", "features drop=species", "fit \(learner)"])
    #expect(read(text) == model)
    let damaged = "{\"classes\":[]," + text.dropFirst()
    #expect(read(damaged) == nil)
  }

  @Test(arguments: [
    ("svm", "\"classCount\":3", "\"classCount\":-3"),
    ("svm", "\"classCount\":3", "\"classCount\":9223372036854775807"),
    ("svm", "\"supportCounts\":[", "\"supportCounts\":[9223372036854775807,9223372036854775807,0],\"other\":["),
    ("knn", "\"count\":3", "\"count\":9223372036854775807"),
    ("boost", "\"classCount\":3", "\"classCount\":1000000000000"),
    ("svm", "\"rows\":", "\"rows\":9223372036854775807,\"other\":"), ("bayes", "\"columns\":4", "\"columns\":-4"),
  ])
  func `counts that no data can have are refused`(_ learner: String, _ part: String, _ other: String) throws {
    let (_, text) = try fitted(Self.iris + ["fit \(learner)"])
    let damaged = text.replacing(part, with: other)
    try #require(damaged != text)
    #expect(read(damaged) == nil)
  }

  @Test func `a model whose recipe makes other columns is not explained`() throws {
    let (_, text) = try fitted(Self.iris + ["fit tree"])
    let damaged = text.replacing("\"features\":[", with: "\"features\":[\"sepal_length_cm\",")
    try #require(damaged != text)
    var session = CommandFixture.session()
    for line in Self.iris { _ = session.report(line) }
    let model = try #require(read(damaged))
    session.state.models["m"] = model
    #expect(session.report("explain m row=1")?.error?.code == "damaged-model")
    #expect(session.report("predict m")?.error?.code == "wrong-width")
  }
}

/// A model as the workspace reads it.
struct SavedModel: Decodable {
  let model: FittedModel

  init(from decoder: any Decoder) throws {
    let registry = CommandFixture.registry
    model = try FittedModel(from: decoder, learners: registry.learners, transformers: registry.transformers)
  }
}
