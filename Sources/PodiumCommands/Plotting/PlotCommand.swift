internal import PodiumCore
internal import PodiumFigure
internal import PodiumLearn
internal import PodiumPlotting
internal import PodiumPlugin

struct PlotCommand: Command {
  static let what = Parameter<[Word]>.wordsOrResults(
    "kind", allowed: "a kind of plot and its columns, or a result",
    help: "The kind of plot, then columns of the table or a result; without a kind, a result, by default the last one.",
    completion: .steps(PlotCommand.completions))
  static let x = Parameter<String?>.column("x", help: "Column of the horizontal axis.")
  static let y = Parameter<String?>.column("y", help: "Column of the vertical axis.")
  static let color = Parameter<String?>.column("color", help: "Column of the colours.")
  static let facet = Parameter<String?>.column("facet", help: "Column whose values have a panel each, at most 24.")
  static let bins = Parameter<Int?>.optionalInt(
    "bins", in: 1...1000, help: "Number of bins of hist, heatmap and calibration; by default as the data need.")
  static let log = Parameter<[String]?>.list(
    "log", help: "Logarithmic axes: x, y or x,y.", completion: .words(PlotRequest.LogAxis.allCases.map(\.rawValue)))
  static let title = Parameter<String?>.text("title", help: "Heading in place of the automatic one.")
  static let xTitle = Parameter<String?>.text(
    "xtitle", help: "Text at the horizontal axis in place of the automatic one.")
  static let yTitle = Parameter<String?>.text(
    "ytitle", help: "Text at the vertical axis in place of the automatic one.")
  static let trend = Parameter<Bool>.flag(
    "trend", default: false, help: "Whether scatter draws the least-squares line with its 95 % interval.")
  static let order = Parameter<String?>.choice(
    "order", CategoryOrder.allCases.map(\.rawValue),
    help: "Order of the categories of bar and box: by name, the most frequent first, or the largest mean first.")
  static let width = Parameter<Int?>.optionalInt("width", in: 160...4000, help: "Width in pixels.")
  static let dpi = Parameter<Int?>.optionalInt(
    "dpi", in: 24...1200, help: "Dots per inch of a .png file; by default 192, twice a screen's.")
  static let height = Parameter<Int?>.optionalInt("height", in: 120...4000, help: "Height in pixels.")

  let signature = Signature(
    "plot", topic: .results, summary: "Draw the table or a result.",
    details: """
      'plot' alone draws the last result, 'plot NAME' a named one, and 'plot COLUMN [COLUMN]' a picture that suits the \
      columns: hist, bar, scatter, box, line over dates, heatmap; petal_*, a:d and type=number name several. Of the table, \
      \(PlotCommand.list { $0.source == nil }). Of results, \
      \(PlotCommand.list { $0.source != nil }). Plugins bring more, with keys of their own: 'plugins' lists them. \
      'by COLUMN:' makes panels as facet= does. Groups of fewer than ten rows are points, not boxes; of more than 12 categories, bars show the 11 \
      largest and 'other'; means have 95 % intervals. The caption has n and what is left out. 'to FILE' writes .svg, \
      .png or .pdf, or .csv with what is drawn; without it nothing is written.
      """,
    parameters: [
      what.any, x.any, y.any, color.any, facet.any, bins.any, log.any, trend.any, order.any, title.any, xTitle.any,
      yTitle.any,
      width.any, height.any, dpi.any,
      StoredEvaluation.positive.any,
    ],
    exampleLines: """
      the kind that suits two numbers: load iris; plot petal_length_cm petal_width_cm -> plot scatter
      a histogram: load iris; plot hist petal_length_cm -> petal_length_cm
      columns by pattern: load iris; plot box petal_* x=species -> petal_width_cm
      rows of each category: load iris; plot bar species -> setosa
      means with intervals: load iris; plot bar species y=petal_length_cm -> virginica
      the largest mean first: load iris; plot bar species y=petal_length_cm order=value -> virginica
      quartiles by category: load iris; plot box petal_length_cm x=species -> setosa
      two measurements: load iris; plot scatter petal_length_cm petal_width_cm color=species -> petal_width_cm
      along the rows: load iris; plot line petal_length_cm in 1..40 -> row
      counts of two columns: load tastings; plot heatmap process rank -> process
      the last result: load iris; describe petal_length_cm petal_width_cm; plot -> petal_width_cm
      the folds of an evaluation: load iris; label species; cv tree k=5; plot -> mean
      a confusion matrix: load iris; label species; cv tree k=5; plot confusion -> actual
      a comparison: load iris; label species; compare tree bayes zeror k=5; plot -> difference
      a ROC curve: load iris; label species; cv bayes k=5; plot roc class=virginica -> false positive rate
      precision and recall: load iris; label species; cv bayes k=5; plot pr class=virginica -> precision
      predicted and observed shares: load iris; label species; cv bayes k=5; plot calibration class=virginica \
      -> observed share
      what a threshold changes: load iris; label species; cv bayes k=5; plot threshold class=virginica -> threshold
      what a learner depends on: load iris; label species; importance tree k=3 shuffles=1; plot -> importance
      whether more rows help: load iris; label species; learning-curve bayes k=3; plot -> training rows
      the settings that were tried: load iris; label species; tune knn(k=1,5,9) k=3 inner=3; plot -> inner accuracy
      a tree, which needs a file: load iris; label species; fit tree(max-depth=2); plot tree -> to FILE.svg
      what a model of two numbers predicts: load iris; label species; features petal_length_cm petal_width_cm; \
      fit tree(max-depth=2); plot boundary -> areas
      what a model predicts by one column: load iris; label species; fit bayes; plot dependence petal_length_cm \
      -> mean probability
      a panel for each species: load iris; by species: plot hist petal_length_cm -> virginica
      a column that is not numeric: load iris; plot hist species -> !wrong-column-type
      no bins: load iris; plot hist petal_length_cm bins=0 -> !bad-value
      before any result that has a picture: load iris; plot -> !no-picture
      """, traits: [.openKeys, .rows, .ownGroups, .calculates, .readsOnly], seeAlso: ["figure", "describe", "show"])

  /// What podium draws itself: of the table, then of results.
  static let kinds: [PlotKind] =
    PlotRequest.Kind.all.map { kind in
      PlotKind(
        kind.name, kind.summary,
        keys: (["x", "y", "color", "facet", "bins", "log"] as Set).union(
          kind == .scatter ? ["trend"] : kind == .bar || kind == .box ? ["order"] : []),
        words: Array(repeating: .columns(kind.types), count: 12)
      ) { call, words, session throws(Diagnostic) in FigureOutput(try table(kind, words, call, in: session)) }
    } + ResultDrawing.kinds

  /// The names of what draws the current table, for advice.
  static let tableKinds = PlotRequest.Kind.all.map(\.name).joined(separator: ", ")

  /// Draws; changes nothing.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let words = call[PlotCommand.what]
    let suited = ColumnDrawing(words, call, in: session)
    let kind =
      words.first.flatMap { session.registry.plot($0.text) } ?? suited.flatMap { session.registry.plot($0.kind.name) }
    if kind?.parameters.isEmpty ?? true, let other = call.otherKeys.first?.key {
      throw Diagnostic.unknownKey(other, signature)
    }
    try PlotCommand.refuseKeys(of: kind, call)
    var output =
      if let suited {
        FigureOutput(try PlotCommand.table(suited.kind, suited.columns[...], x: suited.x, call, in: session))
      } else if let kind { try kind.figure(call, words.dropFirst(), in: session) } else {
        FigureOutput(try ResultDrawing(call: call, session: session).figure(words))
      }
    try session.cancellation.check()
    if var figure = output.plot {
      // A picture is saved with its notebook, where passwords in addresses are masked.
      func text(_ key: Parameter<String?>) -> String? { call[key].map { MaskedText($0).text } }
      figure.title = text(PlotCommand.title) ?? figure.title
      for place in figure.panels.indices {
        figure.panels[place].x.label = text(PlotCommand.xTitle) ?? figure.panels[place].x.label
        figure.panels[place].y.label = text(PlotCommand.yTitle) ?? figure.panels[place].y.label
      }
      figure.size.width = call[PlotCommand.width] ?? figure.size.width
      figure.size.height = call[PlotCommand.height] ?? figure.size.height
      output = FigureOutput(figure)
    } else if let kind, let (key, span) = call.typed(PlotCommand.looks).first {
      throw Diagnostic(
        "unused-key", "'\(kind.key)' draws its picture itself, so \(key)= has no use here", span: span, help: "omit it")
    }
    output.dpi = call[PlotCommand.dpi]
    return [.figure(output)] + (suited.map { [.note("drawn by: " + $0.command(call))] } ?? [])
  }

  private static func table(
    _ kind: PlotRequest.Kind, _ columns: ArraySlice<Word>, x chosen: Word? = nil, _ call: Call, in session: Session
  ) throws(Diagnostic) -> Figure {
    var request = PlotRequest(kind)
    request.span = call[what].first?.span
    request.columns = columns.map { PlotRequest.Name($0.text, $0.span) }
    func name(_ parameter: Parameter<String?>) -> PlotRequest.Name? {
      call[parameter].map { PlotRequest.Name($0, call.span(of: parameter)) }
    }
    (request.x, request.y, request.color, request.facet) = (name(x), name(y), name(color), name(facet))
    if let chosen { request.x = PlotRequest.Name(chosen.text, chosen.span) }
    request.groups = call.groups.map { PlotRequest.Name($0, call.verbSpan) }
    request.hasTrend = call[trend]
    (request.bins, request.binsSpan, request.logSpan) = (call[bins], call.span(of: bins), call.span(of: log))
    for word in call[log] ?? [] {
      guard let axis = PlotRequest.LogAxis(rawValue: word) else {
        throw Diagnostic.unknownWord(
          "log", word, among: PlotRequest.LogAxis.allCases.map(\.rawValue), span: call.span(of: log))
      }
      request.log.insert(axis)
    }
    let whole = try session.current().table
    var table = call.rows.map { whole.selecting(rows: $0) } ?? whole
    if let order = call[order].flatMap(CategoryOrder.init) {
      // Without x= a box is drawn for each category of a column that is named after the numbers.
      let across = request.columns.dropFirst().first { table[$0.text].map { !$0.type.isNumeric } ?? false }
      guard let column = kind == .bar ? request.columns.first : request.x ?? across ?? request.groups.first else {
        throw Diagnostic(
          "unused-key", "order= has no use here, as the picture has no categories",
          span: call.span(of: PlotCommand.order),
          help: "name their column, as in: plot box "
            + (columns.first.map { CommandText.word($0.text) } ?? "COLUMN") + " x=COLUMN order=\(order.rawValue)")
      }
      let measured = kind == .bar ? request.y : request.columns.first
      table = try Diagnostic.located(at: column.span, order.applied(to: table, column: column.text, by: measured?.text))
    }
    let (asked, drawn, cancellation) = (request, table, session.cancellation)
    return try cancellation.detached { () throws(Diagnostic) in
      try TablePlot(asked, of: drawn, cancellation: cancellation).figure()
    }
  }

  /// The keys about the looks of a picture.
  private static let looks = [title.name, xTitle.name, yTitle.name, width.name, height.name]

  /// Refuses keys that a kind, or without one the picture of a result, has no use for.
  private static func refuseKeys(of kind: PlotKind?, _ call: Call) throws(Diagnostic) {
    let drawsTable = kind.map { $0.source == nil } ?? false
    let own = Set(kind?.parameters.map(\.description.name) ?? [])
    for (key, span) in call.typed(["x", "y", "color", "facet", "log", "bins", "class", "trend", "order"]) {
      guard !own.contains(key), kind?.keys.contains(key) != true else { continue }
      if let kind, drawsTable || ["bins", "class"].contains(key) {
        throw Diagnostic("unused-key", "'plot \(kind.key)' has no use for \(key)=", span: span)
      }
      if kind == nil, ["bins", "class"].contains(key) {
        throw Diagnostic(
          "unused-key", "'\(key)=' has no use for the picture of a result without its kind", span: span,
          help: "name the kind, as in: plot calibration, plot roc")
      }
      throw unusedByResults(key + "=", span)
    }
    guard !drawsTable else { return }
    for (word, span) in [
      ("if", call.syntax.condition?.span), ("in", call.syntax.range?.span),
      ("by", call.groups.isEmpty ? nil : call.verbSpan),
    ] {
      if let span { throw unusedByResults(word, span) }
    }
  }

  private static func unusedByResults(_ key: String, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "unused-key", "'\(key)' has no use for the picture of a result", span: span,
      help: "for the table name a kind: plot " + tableKinds)
  }

  private static func list(_ isListed: (PlotKind) -> Bool) -> String {
    kinds.filter(isListed).map { "\($0.key) shows \($0.summary)" }.joined(separator: ", ")
  }

  /// Kinds and results, then what each kind takes.
  private static var completions: CompletionSteps {
    CompletionSteps(
      first: .either([.words(kinds.map(\.key)), .names(.figures), .results]),
      after: Dictionary(uniqueKeysWithValues: kinds.map { ($0.key, $0.words) }))
  }
}
