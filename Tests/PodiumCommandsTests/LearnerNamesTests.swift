import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

struct LearnerNamesTests {
  @Test(arguments: [
    ("rf", "forest"), ("RandomForestClassifier", "forest"), ("random_forest", "forest"), ("xgboost", "boost"),
    ("GradientBoostingRegressor", "boost"), ("mlp", "ann"), ("naive_bayes", "bayes"), ("GaussianNB", "bayes"),
    ("logit", "logistic"), ("lm", "linear"), ("ols", "linear"), ("enet", "elastic-net"), ("LinearSVC", "svm"),
    ("decision_tree", "tree"), ("rpart", "tree"), ("k-neighbors", "knn"), ("dummy", "zeror"), ("polr", "ordinal"),
  ])
  func `a learner by its name in another tool is offered by its own`(_ name: String, _ learner: String) throws {
    var session = CommandFixture.session(folder: TemporaryFolder().path)
    for line in ["load iris", "label species"] { #expect(session.report(line)?.error == nil) }
    let error = try #require(session.report("cv \(name)")?.error)
    #expect(error.code == "unknown-learner" && error.guess == learner, "\(name): \(error.message)")
  }
}
