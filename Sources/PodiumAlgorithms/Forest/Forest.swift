public import PodiumCore
public import PodiumLearn

/// A random forest for classes or numbers, with its settings.
///
/// Averages trees that each minimize, greedily, the impurity of a bootstrap sample of the rows, where every node chooses
/// among a random part of the columns (`TreeGrower`). Stops after the number of trees asked for. The rows that a tree did not
/// draw give the out-of-bag figure. Reference: L. Breiman, Random forests, 2001; defaults are scikit-learn's.
public struct Forest: Learner {
  /// How many columns a node chooses from.
  public enum MaxFeatures: Sendable, Equatable {
    /// The root of their number for classes, all for numbers.
    case auto
    case sqrt
    case log2
    case all
    /// A share of them, above 0 and at most 1.
    case share(Double)

    /// How many of some columns; at least 1 where there are any.
    func count(of columns: Int, for kind: TargetKind) -> Int {
      let n = Double(columns)
      let wanted: Double =
        switch self {
        case .auto: kind == .classes ? n.squareRoot() : n
        case .sqrt: n.squareRoot()
        case .log2: Double(max(0, Int.bitWidth - 1 - columns.leadingZeroBitCount))
        case .all: n
        case .share(let share): share * n
        }
      return min(columns, max(1, Int(wanted)))
    }
  }

  /// The number of trees.
  public let trees: Int
  /// The split criterion; a numeric target always uses the squared error.
  public let criterion: Tree.CriterionName
  /// How many columns a node chooses from.
  public let maxFeatures: MaxFeatures
  /// When a node is not split further.
  public let limits: TreeLimits
  /// How classes count.
  public let weights: ClassWeights

  /// Reads the settings; throws `bad-value`.
  public init(_ values: HyperparameterValues) throws(Diagnostic) {
    trees = try values.integer("trees")
    criterion = Tree.CriterionName(rawValue: try values.text("criterion")) ?? .gini
    switch values["max-features"] {
    case .number(let share): maxFeatures = .share(share)
    case .text("sqrt"): maxFeatures = .sqrt
    case .text("log2"): maxFeatures = .log2
    case .text("all"): maxFeatures = .all
    default: maxFeatures = .auto
    }
    limits = TreeLimits(
      maxDepth: try values.optionalInteger("max-depth"), minSamplesSplit: 2,
      minSamplesLeaf: try values.integer("min-samples-leaf"))
    weights = try ClassWeights(values)
  }

  public static let definition = LearnerDefinition(
    key: "forest", summary: "random forest: an average of trees grown on bootstrap samples",
    hyperparameters: [
      Hyperparameter("trees", .integer(1...100_000), defaultValue: .integer(100), help: "number of trees"),
      Hyperparameter(
        "criterion", .choice(["gini", "entropy"]), defaultValue: .text("gini"),
        help: "function that measures the quality of a split; a numeric target always uses squared-error"),
      Hyperparameter(
        "max-features", .numberOrChoice(0...1, exclusiveLow: true, ["auto", "sqrt", "log2", "all"]),
        defaultValue: .text("auto"),
        help:
          "number of features to consider at each split, or their share; auto is sqrt for classes and all for numbers"),
      Hyperparameter(
        "max-depth", .optionalInteger(1...1000), defaultValue: .unset,
        help: "maximum depth of a tree; none is unlimited"),
      Hyperparameter(
        "min-samples-leaf", .integer(1...1_000_000_000), defaultValue: .integer(1),
        help: "minimum number of rows required in a leaf"),
      ClassWeights.hyperparameter,
    ],
    capabilities: Capabilities(
      targets: [.classes, .numbers], probabilities: true, needsScaling: false, isStochastic: true),
    reference: "L. Breiman, Random forests, Machine Learning 45, 2001",
    constantHelp: "it found no split; a smaller min-samples-leaf allows splits of fewer rows",
    modelType: ForestModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in try Forest(values) })

  /// How many of some columns a node chooses from.
  public func columnCount(of columns: Int, for kind: TargetKind) -> Int { maxFeatures.count(of: columns, for: kind) }

  /// Grows the trees, each from a seed of its own, on the threads of the data. Throws `too-large` and `interrupted`.
  public func fit(
    _ data: TrainingData, seed: Seed, cancellation: Cancellation
  ) throws(Diagnostic) -> any Model {
    switch data.target {
    case .numbers(let values):
      return try grow(data, nil, seed, cancellation) { SquaredErrorCriterion(values, $0) }
    case .classes(let target):
      let classes = target.classes.count
      if criterion == .entropy {
        return try grow(data, classes, seed, cancellation) { EntropyCriterion(target, $0) }
      }
      return try grow(data, classes, seed, cancellation) { GiniCriterion(target, $0) }
    }
  }

  /// A tree, and the leaf that each row it did not draw reaches; −1 for the others.
  private struct Grown: Sendable {
    let nodes: TreeNodes
    let leaves: [Int32]
  }

  /// The trees that are held with their leaves at a time.
  private static let batch = 16

  private func grow<Criterion: SplitCriterion>(
    _ data: TrainingData, _ classes: Int?, _ seed: Seed, _ cancellation: Cancellation,
    _ make: @escaping @Sendable (TreeRows) -> Criterion
  ) throws(Diagnostic) -> ForestModel {
    let features = try TreeFeatures(data.features, cancellation: cancellation)
    let n = features.rows
    let draw = try RowDraw(data.target, weights, rows: n)
    let chosen = columnCount(of: features.columns, for: data.target.kind)
    // Sorting a few columns at each node takes less than dividing all of them.
    let ranks = chosen * 4 <= features.columns ? features.ranks() : []
    let width = classes ?? 1
    var grown: [TreeNodes] = []
    var sums = [Double](repeating: 0, count: n * width)
    var votes = [Int](repeating: 0, count: n)
    let budget = cancellation.memory.budget(
      "a forest of \(trees) trees", most: ModelMemory.limit(data.features),
      help: "use fewer trees, or a larger min-samples-leaf", cancellation: cancellation)
    for start in stride(from: 0, to: trees, by: Forest.batch) {
      let made = Parallel.map(count: min(Forest.batch, trees - start), threads: data.threads) { place in
        Result { () throws(Diagnostic) in
          try budget.check()
          let grown = try tree(start + place, data.features, features, ranks, chosen, draw, seed, cancellation, make)
          try budget.use(TreeModel.bytes(grown.nodes, classes), ofParts: trees)
          return grown
        }
      }
      // In the order of the trees, so that sums never depend on the threads.
      for result in made {
        let tree = try result.get()
        for row in 0..<n where tree.leaves[row] >= 0 {
          let leaf = tree.nodes.leaves[Int(tree.leaves[row])]
          for place in 0..<width { sums[row * width + place] += leaf[place] }
          votes[row] += 1
        }
        grown.append(tree.nodes)
      }
    }
    return ForestModel(
      trees: grown, featureNames: data.featureNames, classCount: classes,
      outOfBag: OutOfBag(sums: sums, votes: votes, data.target))
  }

  private func tree<Criterion: SplitCriterion>(
    _ number: Int, _ matrix: Matrix, _ features: TreeFeatures, _ ranks: [UInt32], _ chosen: Int, _ draw: RowDraw,
    _ seed: Seed, _ cancellation: Cancellation, _ make: (TreeRows) -> Criterion
  ) throws(Diagnostic) -> Grown {
    try cancellation.check()
    let n = features.rows
    var random = seed.derived("tree", number).source()
    var times = [UInt32](repeating: 0, count: n)
    for _ in 0..<n { times[draw.row(&random)] += 1 }
    let rows = TreeRows(times: times, total: n)
    var grower = TreeGrower(
      features, rows, make(rows), limits, ranks: ranks,
      columns: ColumnDraw(of: features.columns, each: chosen, random))
    let nodes = try grower.grow(cancellation)
    let leaves = (0..<n).map { row in
      times[row] > 0 ? -1 : Int32(truncatingIfNeeded: nodes.leaf(for: matrix.row(row)))
    }
    return Grown(nodes: nodes, leaves: leaves)
  }
}

/// Draws the rows of a bootstrap sample, each row as likely as its weight.
///
/// With `balanced`, every class is as likely as any other, and so is every row within one. Weights in the criterion alone would
/// change next to nothing: leaves that are pure are so with any weights.
private struct RowDraw: Sendable {
  private let rows: Int
  /// The rows of each class that has some; nil where all rows are equally likely.
  private let members: [[Int]]?
  /// The weight of all rows of these classes, and of those before them; nil where each class weighs the same.
  private let ends: [Double]?

  /// Throws `unknown-class`.
  init(_ target: Target, _ weights: ClassWeights, rows: Int) throws(Diagnostic) {
    self.rows = rows
    guard weights != .uniform, case .classes(let target) = target else {
      (members, ends) = (nil, nil)
      return
    }
    var members = target.classes.map { _ in [Int]() }
    for (row, code) in target.codes.enumerated() { members[code].append(row) }
    let own = try weights.ofClasses(target)
    var sum = 0.0
    var ends: [Double] = []
    for (code, rows) in members.enumerated() where !rows.isEmpty {
      sum += own[code] * Double(rows.count)
      ends.append(sum)
    }
    self.members = members.filter { !$0.isEmpty }
    self.ends = weights == .balanced ? nil : ends
  }

  func row(_ random: inout RandomSource) -> Int {
    guard let members else { return random.below(rows) }
    let own: [Int]
    if let ends, let all = ends.last {
      let point = random.uniform() * all
      own = members[ends.firstIndex { point < $0 } ?? members.count - 1]
    } else {
      own = members[random.below(members.count)]
    }
    return own[random.below(own.count)]
  }
}

/// How well the trees predict rows that they did not draw.
public struct OutOfBag: Sendable, Equatable, Codable {
  /// The share of rows predicted correctly, or R²; nil where it is undefined.
  public let score: Double?
  /// The number of rows that at least one tree did not draw.
  public let rows: Int

  init(sums: [Double], votes: [Int], _ target: Target) {
    let tested = votes.indices.filter { votes[$0] > 0 }
    rows = tested.count
    switch target {
    case .classes(let target):
      let width = target.classes.count
      let right = tested.count { row in
        var best = 0
        for code in 0..<width where sums[row * width + code] > sums[row * width + best] { best = code }
        return best == target.codes[row]
      }
      score = tested.isEmpty ? nil : Double(right) / Double(tested.count)
    case .numbers(let values):
      let predicted = tested.map { sums[$0] / Double(votes[$0]) }
      let rows = ScoredRows(target: .numbers(tested.map { values[$0] }), prediction: .numbers(predicted))
      score = Measures.named("r2")?.compute(rows)
    }
  }
}
