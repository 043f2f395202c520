internal import PodiumCore
internal import PodiumPlugin
internal import PodiumStatistics

struct RegressCommand: Command {
  static let columns = Parameter<[String]>.columns(
    "columns", types: [.number, .integer, .boolean, .category, .ordered, .text], required: true,
    help: "The column to explain, then those that explain it.")
  static let se = Parameter<String>.choice(
    "se", ["model", "robust", "cluster"], default: "model",
    help: "Standard errors of the model, robust against unequal spread (HC3), or by the clusters in group=.")
  static let group = Parameter<String?>.column("group", help: "The column of clusters for se=cluster.")
  static let interact = Parameter<[String]?>.list(
    "interact",
    help: "Columns whose products are added, of each two of them, x,x for the square; they explain by themselves too.",
    completion: .columns([]))
  static let ways = Parameter<Int>.int(
    "ways", in: 2...6, default: 2, help: "How many columns of interact= a product has at most.")
  static let joint = Parameter<[String]?>.list(
    "joint", help: "Columns whose coefficients, and those of their products, are tested together to be 0.",
    completion: .columns([]))
  static let anova = Parameter<Bool>.flag(
    "anova", default: false,
    help: "Whether to print the sum of squares that each column adds to those before it, with its F, for least squares."
  )

  let signature = Signature(
    "regress", topic: .data, summary: "Regress a column on others, with the error and p of each coefficient.",
    details: """
      A number: least squares, with Student's t. Two classes: logistic regression by maximum likelihood, without a penalty; \
      coefficients are log-odds of the second class. An ordered column: proportional odds, threshold − sum. A category is compared \
      with its first value: grind[B] against A; a circular column enters by sine and cosine. Rows with missing values are left out \
      and counted, and so is a column that earlier ones add up to. se=cluster group=COLUMN corrects for rows that belong together \
      (CR1). AIC counts the error variance. A note names columns whose variance inflation factor is above 10. 'regress y \
      interact=x,group' has a slope of x for each group, interact=x,x a curve. A column with several coefficients is tested as a \
      whole, by Wald's F or chi-square with the same covariances, and joint= tests several columns.
      """,
    parameters: [columns.any, se.any, group.any, interact.any, ways.any, joint.any, anova.any],
    exampleLines: """
      a number and a category: load iris; regress petal_length_cm sepal_length_cm species -> species[versicolor]
      two classes: load iris; regress species petal_length_cm sepal_width_cm if species != "setosa" \
      -> log-odds of virginica
      ordered classes: load tastings; label; regress rank_class altitude_m process -> good | fair
      rows that belong together: load tastings; regress rank altitude_m process se=cluster group=session -> clusters
      a slope for each category: load iris; regress petal_length_cm interact=sepal_length_cm,species \
      -> sepal_length_cm:species[virginica]
      a curve, and whether two columns matter: load iris; \
      regress petal_length_cm sepal_width_cm interact=sepal_length_cm,sepal_length_cm joint=sepal_width_cm,sepal_length_cm -> together
      what each column adds: load iris; regress petal_length_cm sepal_length_cm species anova=yes -> sum_squares
      three classes without an order: load iris; regress species petal_length_cm -> !unordered-classes
      nothing to explain it by: load iris; regress petal_length_cm -> !bad-column-count
      """, traits: [.rows, .groups, .calculates, .readsOnly], seeAlso: ["test", "correlate", "fit", "explain"])

  private enum Answer {
    case numbers([Double])
    case classes(Classes, isOrdered: Bool)
  }

  /// One row for each coefficient.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let table = try session.current().table
    let products = try RegressCommand.products(call, in: table)
    var names = call[RegressCommand.columns]
    for name in products.joined() where !names.contains(name) { names.append(name) }
    let span = call.span(of: RegressCommand.columns)
    guard names.count > 1 else {
      throw Diagnostic(
        "bad-column-count", "'regress' takes a column and those that explain it", span: span,
        help: "as in: regress \(CommandText.word(names.first ?? "y")) COLUMN…")
    }
    let target = try table.column(names[0])
    let typed = call.syntax.arguments.filter { $0.key == nil }.flatMap(\.value.items).count { item in
      switch item.kind {
      case .word(let text), .quoted(let text): text == names[0]
      default: false
      }
    }
    var features: [Column] = []
    for name in names.dropFirst() { features.append(try table.column(name)) }
    if target.circle != nil {
      throw Diagnostic(
        "wrong-column-type", "column '\(names[0])' is circular, so it has no sum of others", span: span,
        help: "put it after the column to explain: it enters by sine and cosine")
    }
    let kind = call[RegressCommand.se]
    let isCluster = kind == "cluster"
    var cluster: Column?
    if let name = call[RegressCommand.group] { cluster = try table.column(name) }
    if isCluster != (cluster != nil) {
      throw Diagnostic(
        isCluster ? "missing-argument" : "unused-key",
        isCluster ? "se=cluster needs the column of clusters" : "group= is of se=cluster only",
        span: isCluster ? call.span(of: RegressCommand.se) : call.span(of: RegressCommand.group),
        help: "se=cluster group=COLUMN")
    }
    let together = call[RegressCommand.joint] ?? []
    if let other = together.first(where: { !names.dropFirst().contains($0) }) {
      throw Diagnostic(
        "bad-value", "\(Abridged.quoted(other)) does not explain \(Abridged.quoted(names[0])) here",
        span: call.span(of: RegressCommand.joint), help: "name columns that do")
    }
    let hasAnova = call[RegressCommand.anova]
    if hasAnova, kind != "model" || ![.number, .integer].contains(target.type) {
      throw Diagnostic(
        "unused-key", "anova= is for numbers with the standard errors of the model",
        span: call.span(of: RegressCommand.anova),
        help: "omit it; a column with several coefficients is tested as a whole all the same")
    }
    let all = call.rows ?? RowLoops.all(table.rowCount)
    let (given, clusters, chosen) = (features, cluster, session.cancellation)
    let made: Made
    do throws(Diagnostic) {
      made = try chosen.detached { () throws(Diagnostic) in
        var made = try RegressCommand.fit(target, given, clusters, kind, (products, together), rows: all, chosen)
        made.hasProducts = !products.isEmpty
        return made
      }
    } catch {
      var error = error
      // Words of which type makes numbers have that way out.
      if error.code == "unordered-classes" {
        do throws(Diagnostic) {
          _ = try session.parsingScope.column(names[0], types: [.number, .integer], at: call.verbSpan)
        } catch let other { error.help = other.help ?? error.help }
      }
      throw error.at(span)
    }
    var outputs = try outputs(made, target, given, cluster, kind, all: all.count)
    if hasAnova, !made.fit.squares.isEmpty {
      outputs.insert(.table(try RegressCommand.squares(made.fit, target)), at: 1)
    }
    if call.isOfGroup, let joints = try RegressCommand.joints(made.fit) { outputs.append(.table(joints)) }
    if !together.isEmpty, !made.fit.joints.contains(where: { $0.column == nil }) {
      outputs.append(.note("the coefficients of joint= cannot be tested together: their covariances are not defined"))
    }
    guard typed > 1 else { return outputs }
    return outputs + [.note("'\(target.name)' is the column to explain, so it does not explain itself")]
  }

  /// The products of the columns of `interact=`, those of two first; none has the one to explain.
  private static func products(_ call: Call, in table: Table) throws(Diagnostic) -> [[String]] {
    let span = call.span(of: interact)
    guard let names = call[interact] else {
      try call.refuse(ways, "is of interact= only", help: "as in: interact=a,b,c ways=3")
      return []
    }
    for name in names {
      let column = try table.column(name, at: span)
      let isSquare = names.count { $0 == name } > 1
      if [.date, .datetime].contains(column.type)
        || isSquare && (column.numbers == nil || column.type == .boolean || column.circle != nil)
      {
        throw Diagnostic(
          "wrong-column-type",
          isSquare
            ? "column '\(name)' is not a plain number, so it has no square"
            : "column '\(name)' has type \(column.type.rawValue), not number or category", span: span)
      }
    }
    guard names.count > 1 else {
      throw Diagnostic(
        "bad-column-count", "interact= takes two or more columns", span: span,
        help: "as in: interact=age,group; interact=age,age for a curve")
    }
    if let target = call[columns].first, names.contains(target) {
      throw Diagnostic(
        "bad-value", "\(Abridged.quoted(target)) is the column to explain", span: span,
        help: "name columns that explain it")
    }
    var products: [[String]] = []
    var known: Set<[String]> = []
    var last = names.indices.map { [$0] }
    for _ in 1..<call[ways] {
      var next: [[Int]] = []
      for places in last {
        for place in (places.last ?? 0) + 1..<max(names.count, (places.last ?? 0) + 1) {
          next.append(places + [place])
          let product = (places + [place]).map { names[$0] }
          if known.insert(product.sorted()).inserted { products.append(product) }
          guard next.count <= 4 * Design.mostTerms else {
            throw Diagnostic(
              "too-many-values", "interact= has more products than the \(Design.mostTerms) columns a regression takes",
              span: span,
              help: "name fewer columns")
          }
        }
      }
      last = next
    }
    return products
  }

  /// A regression that was fitted, with what it was fitted on.
  struct Made {
    let fit: Regression
    let design: Design
    let classes: [String]?
    let clusters: Int?
    var hasProducts = false
  }

  private static func fit(
    _ target: Column, _ features: [Column], _ cluster: Column?, _ kind: String,
    _ given: (products: [[String]], together: [String]), rows: [Int], _ cancellation: Cancellation
  ) throws(Diagnostic) -> Made {
    let design = try Design(
      features, beside: [target] + (cluster.map { [$0] } ?? []), interact: given.products, together: given.together,
      rows: rows, cancellation)
    guard !design.rows.isEmpty else {
      throw rows.isEmpty
        ? Diagnostic("no-rows", "no rows are left to regress on", help: "loosen 'if' or 'in', or load rows")
        : Diagnostic("no-rows", "no row has a value in all columns", help: "'missing' counts missing values")
    }
    try cancellation.memory.check(
      "the columns of numbers", bytes: MemoryLimits.bytes(design.rows.count, times: 4 * (design.terms.count + 2)),
      most: MemoryLimits.bytes(design.rows.count, times: features.count, each: 8 * 256),
      help: "choose fewer rows or columns")
    var errors = Regression.Errors.model
    var clusters: Int?
    if let cluster {
      let groups = Grouping(of: [cluster], rows: design.rows, count: design.rows.count)
      guard groups.count > 1 else {
        throw Diagnostic("too-few-groups", "se=cluster needs two clusters, and '\(cluster.name)' has one in these rows")
      }
      clusters = groups.count
      errors = .clusters(groups.groups.map { Int($0) }, count: groups.count)
    } else if kind == "robust" {
      errors = .robust
    }
    if target.type == .number || target.type == .integer, let numbers = target.numbers {
      let fit = try Regression(numbers: RowLoops.values(numbers, at: design.rows), design, errors: errors, cancellation)
      return Made(fit: fit, design: design, classes: nil, clusters: clusters)
    }
    let classes = try Classes(target, rows: design.rows)
    let isOrdered = target.type == .ordered
    let isPossible = classes.names.count == 2 || (isOrdered && classes.names.count > 2)
    if isPossible, kind == "robust" || (isOrdered && classes.names.count > 2 && kind != "model") {
      throw Diagnostic(
        "unused-key", "se=\(kind) does not apply to \(classes.names.count == 2 ? "two classes" : "ordered classes")",
        help: classes.names.count == 2 ? "se=cluster applies" : "omit se=")
    }
    switch classes.names.count {
    case 2:
      let fit = try Regression(odds: RowLoops.numbers(classes.codes), design, errors: errors, cancellation)
      return Made(fit: fit, design: design, classes: classes.names, clusters: clusters)
    case 3... where isOrdered:
      let fit = try Regression(ordered: classes.codes, classes: classes.names, design, cancellation)
      return Made(fit: fit, design: design, classes: classes.names, clusters: clusters)
    case 1:
      throw Diagnostic("one-class", "column '\(target.name)' has one value in these rows, and a regression needs two")
    default:
      throw Diagnostic(
        "unordered-classes",
        "column '\(target.name)' has \(classes.names.count) classes without an order; a regression takes two, or an order",
        help: "'level' orders them, if chooses two, and 'fit logistic' takes more")
    }
  }

  private func outputs(
    _ made: Made, _ target: Column, _ features: [Column], _ cluster: Column?, _ kind: String, all: Int
  ) throws(Diagnostic) -> [Output] {
    let (fit, design) = (made.fit, made.design)
    let rows = fit.coefficients
    func numbers(_ name: String, _ value: (Regression.Coefficient) -> Double?) -> Column {
      Column(name, .number(rows.map { value($0) ?? .nan }))
    }
    func text(_ x: Double) -> String { NumberText.shown(x) }
    let statistic = fit.degrees.isInfinite ? "z" : "t"
    let (model, short) =
      switch made.classes?.count {
      case nil: ("least squares", "linear")
      case 2: ("logistic regression, log-odds of \(made.classes?[1] ?? "")", "logistic")
      default: ("proportional odds", "ordinal")
      }
    let used = design.rows.count
    var footer: [String] = []
    var quality = ["n \(used)"]
    if let r = fit.rSquared { quality.append("R² \(text(r))") }
    if let r = fit.adjustedRSquared { quality.append("adjusted R² \(text(r))") }
    if let r = fit.pseudoRSquared { quality.append("McFadden's pseudo-R² \(text(r))") }
    if let s = fit.residualError { quality.append("residual sd \(text(s))") }
    if let l = fit.logLikelihood { quality.append("log-likelihood \(text(l))") }
    if let aic = fit.aic { quality.append("AIC \(text(aic))") }
    footer += [quality.prefix(4), quality.dropFirst(4)].filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }
    let errors =
      switch kind {
      case "robust": "standard errors: robust (HC3)"
      case "cluster": "standard errors: \((made.clusters ?? 0).counted("cluster")) of \(cluster?.name ?? "") (CR1)"
      default: "standard errors: of the model"
      }
    footer.append(
      errors
        + (fit.degrees.isInfinite || fit.degrees == 0
          ? "" : "; t with \(text(fit.degrees)) degree\(fit.degrees == 1 ? "" : "s") of freedom"))
    if !design.references.isEmpty {
      footer.append("compared with: " + design.references.map { "\($0.column) \($0.level)" }.joined(separator: ", "))
    }
    for joint in fit.joints {
      let name = joint.column ?? "the columns of joint="
      let degrees = fit.degrees.isInfinite ? "\(joint.degrees)" : "\(joint.degrees) and \(text(fit.degrees))"
      footer.append(
        "\(name) together: \(fit.degrees.isInfinite ? "chi-square" : "F") \(text(joint.statistic)), \(degrees) degrees of freedom, \(PValue.phrase(joint.p))"
      )
    }
    var output = TableOutput(
      try Table([
        Column("term", .text(rows.map(\.term.name))), numbers("estimate") { $0.estimate }, numbers("se") { $0.error },
        numbers(statistic) { $0.statistic }, numbers("p") { $0.p },
        numbers("low95") { $0.ci95?.first },
        numbers("high95") { $0.ci95?.last },
      ]), title: "\(target.name): \(model)", footer: footer)
    output.digits = ["estimate": 4, "se": 3, "low95": 4, "high95": 4]
    output.decimals = [statistic: 2]
    output.pValues = ["p"]
    output.essential = ["term", "estimate", "se", "p"]
    func real(_ x: Double?) -> Value { x.map(Value.real) ?? .missing }
    output.facts = [
      ("model", .text(short)), ("n", .integer(used)), ("left_out", .integer(all - used)),
      ("df", fit.degrees.isFinite ? .real(fit.degrees) : .missing), ("r_squared", real(fit.rSquared)),
      ("adjusted_r_squared", real(fit.adjustedRSquared)), ("pseudo_r_squared", real(fit.pseudoRSquared)),
      ("residual_sd", real(fit.residualError)), ("log_likelihood", real(fit.logLikelihood)), ("aic", real(fit.aic)),
      ("largest_vif", real(fit.inflation.first?.factor)),
    ]
    for row in rows {
      for (name, value) in [
        ("estimate", row.estimate), ("se", row.error), (statistic, row.statistic), ("p", row.p),
        ("low95", row.ci95?.first), ("high95", row.ci95?.last),
      ] { output.facts.append(("\(row.term.field).\(name)", real(value))) }
    }
    for joint in fit.joints {
      let field = joint.column?.replacing(":", with: ".") ?? "joint"
      output.facts += [
        ("\(field).\(fit.degrees.isInfinite ? "chi_square" : "f")", .real(joint.statistic)),
        ("\(field).df", .integer(joint.degrees)), ("\(field).p", .real(joint.p)),
      ]
    }
    return [.table(output)] + notes(made, target, features + (cluster.map { [$0] } ?? []), all: all).map(Output.note)
  }
}
