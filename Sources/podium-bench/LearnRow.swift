import PodiumAlgorithms
import PodiumCore
import PodiumFiles
import PodiumFormats
import PodiumLearn
import PodiumPlugin

/// A row of the benchmark: a table's size, a learner, and what is timed.
struct LearnRow {
  /// What is timed, without reading data.
  enum Work {
    /// Ten stratified folds.
    case folds
    /// One fit on all rows; scaled beforehand where the learner needs it.
    case fit
    /// The prediction of all rows by a model fitted on them.
    case predict
  }

  let name: String
  /// The name of the same work in a peer's script, and the names of its peers.
  let peerRow: String
  let peers: String?
  let rows: Int
  let columns: Int
  let learner: String
  let settings: [(String, String)]
  let work: Work
  /// How many times as fast as the best peer it must be.
  let goal: Double
  /// The number of classes of the table.
  var classes = 3
  var isCrossValidated: Bool { work == .folds }

  static let all: [LearnRow] = [
    LearnRow("svm_2000x20", "svc_2000x20", nil, 2000, 20, "svm", [], .folds, goal: 3),
    LearnRow("svm_10000x50", "svc_10000x50", nil, 10_000, 50, "svm", [], .folds, goal: 4.5),
    LearnRow("tree_10000x50", "tree_10000x50", nil, 10_000, 50, "tree", [], .folds, goal: 5),
    LearnRow("tree_100000x20", "tree_100000x20", nil, 100_000, 20, "tree", [], .folds, goal: 5),
    ann("ann_112x10_b32", "mlp_112x10_e500", 112, 10, epochs: 500, batch: 32, goal: 9),
    ann("ann_112x10_b200", "mlp_112x10_e500", 112, 10, epochs: 500, batch: 200, goal: 5),
    ann("ann_10000x50_b32", "mlp_10000x50_e50", 10_000, 50, epochs: 50, batch: 32, goal: 4),
    ann("ann_10000x50_b200", "mlp_10000x50_e50", 10_000, 50, epochs: 50, batch: 200, goal: 3.5),
    LearnRow("forest_10000x50", "rf100_10000x50", nil, 10_000, 50, "forest", [("trees", "100")], .fit, goal: 2.6),
    LearnRow("knn_10000x50", "knn_10000x50", "brute", 10_000, 50, "knn", [], .predict, goal: 1.5),
    LearnRow("knn_100000x20", "knn_100000x20", nil, 100_000, 20, "knn", [], .folds, goal: 2),
    LearnRow("boost_100000x50", "gbm100_100000x50", nil, 100_000, 50, "boost", [], .fit, goal: 1, classes: 2),
  ]

  private init(
    _ name: String, _ peerRow: String, _ peers: String?, _ rows: Int, _ columns: Int, _ learner: String,
    _ settings: [(String, String)], _ work: Work, goal: Double, classes: Int = 3
  ) {
    self.name = name
    self.peerRow = peerRow
    self.peers = peers
    self.rows = rows
    self.columns = columns
    self.learner = learner
    self.settings = settings
    self.work = work
    self.goal = goal
    self.classes = classes
  }

  private static func ann(
    _ name: String, _ peerRow: String, _ rows: Int, _ columns: Int, epochs: Int, batch: Int, goal: Double
  ) -> LearnRow {
    let unit = 2 * columns / 3 + 3
    return LearnRow(
      name, peerRow, "sklearn_b\(batch)", rows, columns, "ann",
      [("hidden", "\(unit),\(unit)"), ("epochs", String(epochs)), ("batch", String(min(batch, rows)))], .fit,
      goal: goal)
  }

  private func path(in folder: String) -> String { "\(folder)/synth_\(rows)x\(columns)_\(classes)c.csv" }

  /// The lines that do the work in a process of the program.
  func script(in folder: String, threads: Int) -> [String] {
    let keys = settings.map { $0.0 + "=" + $0.1 }.joined(separator: ",")
    let spec = keys.isEmpty ? learner : "\(learner)(\(keys))"
    let start = ["set threads=\(threads)", "load \"\(path(in: folder))\"", "label y"]
    switch work {
    case .folds: return start + ["cv \(spec) k=10"]
    case .fit: return start + ["fit \(spec) as m"]
    case .predict: return start + ["fit \(spec) as m", "predict m as p"]
    }
  }

  /// The table that a peer's script wrote.
  func read(from folder: String) throws -> Table {
    let path = path(in: folder)
    let bytes = try DiskFiles().read(path, shown: path)
    return try CSVReader.read(bytes, name: path, options: DelimitedOptions(), cancellation: Cancellation()).table
  }

  /// A table of the row's size.
  func make() throws -> Table { try LearnRow.clouds(name, rows: rows, columns: columns, classes: classes) }

  /// Overlapping clouds of points, one a class, the same for the same name and size.
  static func clouds(_ name: String, rows: Int, columns: Int, classes: Int) throws -> Table {
    var random = Seed(1).derived(name).source()
    func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + random.uniform() } }
    let codes = (0..<rows).map { Int32($0 % classes) }
    let centres = (0..<classes).map { _ in (0..<columns).map { _ in normal() * 0.5 } }
    var list = (0..<columns).map { column in
      Column("x\(column)", .number(codes.map { centres[Int($0)][column] + normal() }))
    }
    list.append(Column("y", .category(Categorical(levels: (0..<classes).map { "c\($0)" }, codes: codes))))
    return try Table(list)
  }

  /// The time of the work alone, without reading data or starting a process.
  ///
  /// A learner other than the row's own is timed with its defaults. `executor` runs the folds of a cross-validated row;
  /// nil for threads.
  func time(
    _ table: Table, threads: Int, learner other: LearnerDefinition? = nil, executor: (any Executor)? = nil
  ) throws -> Duration {
    let task = try LearningTask(table: table, target: "y")
    let catalogue = LearnerCatalogue(Algorithms.catalogue.all + (other.map { [$0] } ?? []))
    let spec = try other?.spec() ?? catalogue.require(learner).spec(settings)
    let clock = ContinuousClock()
    if isCrossValidated {
      return try clock.measure {
        _ = try LearningTools(learners: catalogue, executor: executor ?? ThreadExecutor(threads: threads)).resample(
          LearnerChoice(spec), on: task, by: ResamplingSpec(.stratified, k: 10))
      }
    }
    // The peers of the others take the columns as they are.
    let recipe = learner == "ann" ? Recipe([RecipeStep("scale")]) : Recipe()
    let scaled = try recipe.fit(task.frame, using: .builtIn).apply(task.frame)
    var training = try TrainingData(
      features: scaled.matrix(), featureNames: scaled.columns.map(\.name), target: task.target)
    training.threads = threads
    let made = try catalogue.require(learner).learner(spec)
    guard work == .predict else {
      return try clock.measure { _ = try made.fit(training, seed: Seed(0), cancellation: Cancellation()) }
    }
    let model = try made.fit(training, seed: Seed(0), cancellation: Cancellation())
    return try clock.measure { _ = try model.predict(training.features, threads: threads) }
  }

  /// The time that the leak guard takes for the columns and the folds of a cross-validated row.
  func timeGuard(_ table: Table) throws -> Duration {
    let task = try LearningTask(table: table, target: "y")
    let plan = try EvaluationPlan(
      task: task, recipe: Recipe(), learners: [Algorithms.catalogue.require(learner).spec(settings)],
      from: Algorithms.catalogue, resampling: ResamplingSpec(.stratified, k: 10), version: "bench")
    return ContinuousClock().measure {
      let watch = LeakGuard(task)
      _ = watch.columnFindings + watch.report(on: plan).findings
    }
  }
}
