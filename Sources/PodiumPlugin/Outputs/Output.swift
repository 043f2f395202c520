public import PodiumCore
public import PodiumFigure
public import PodiumLearn

/// What a command gives back: values, which only a front end turns into text.
public enum Output: Sendable {
  /// A complete table; a front end that shows only a part of it must report that.
  case table(TableOutput)
  /// Named values.
  case record(RecordOutput)
  /// A resampled evaluation of one learner.
  case evaluation(EvaluationOutput)
  /// Learners compared on the same folds.
  case comparison(Comparison)
  /// A confusion matrix with the measures of each class.
  case confusion(ConfusionOutput)
  /// Predicted rows.
  case predictions(TableOutput)
  /// A picture.
  case figure(FigureOutput)
  /// Something worth knowing.
  case note(Note)
  /// A note about this place or this moment, such as a suggestion at the prompt: it is shown, and no notebook records it.
  case notice(Note)
  /// Something that may be wrong.
  case warning(Note)
  /// Prose.
  case text(String)

  /// The kind as `--format json` names it.
  public var kind: String {
    switch self {
    case .table: "table"
    case .record: "record"
    case .evaluation: "evaluation"
    case .comparison: "comparison"
    case .confusion: "confusion"
    case .predictions: "predictions"
    case .figure: "figure"
    case .note, .notice: "note"
    case .warning: "warning"
    case .text: "text"
    }
  }

  /// What is said beside a result; nil for results and prose.
  public var remark: Note? {
    switch self {
    case .note(let note), .notice(let note), .warning(let note): note
    default: nil
    }
  }

  /// The same, with what notes and warnings quote abridged as in errors.
  package var abridged: Output {
    switch self {
    case .note(let note): .note(note.abridged)
    case .notice(let note): .notice(note.abridged)
    case .warning(let note): .warning(note.abridged)
    default: self
    }
  }

  /// Whether it is a result that later commands can refer to.
  public var isResult: Bool {
    switch self {
    case .note, .notice, .warning, .text: false
    default: true
    }
  }
}

extension Output {
  /// Something worth knowing.
  public static func note(_ sentence: String) -> Output { .note(Note(sentence)) }
  /// A note about this place or this moment.
  public static func notice(_ sentence: String) -> Output { .notice(Note(sentence)) }
  /// Something that may be wrong.
  public static func warning(_ sentence: String) -> Output { .warning(Note(sentence)) }
}

/// A table to be shown.
public struct TableOutput: Sendable {
  /// The title; may be empty.
  public var title: String
  /// The rows and columns.
  public var table: Table
  /// How many rows there are where `table` is a part of something larger.
  public var totalRows: Int
  /// The command that shows what is left out, and other words below the table.
  public var footer: [String]
  /// The command after which `columns=a,b` shows columns for which there was no room; nil where there is none.
  public var chooser: String?
  /// For columns of numbers the most decimals that people are shown; files and JSON hold every digit.
  public var decimals: [String: Int]
  /// Columns of chances between 0 and 1: people are shown `<0.001` and `>0.999` for what would round to 0 or 1.
  public var chances: Set<String> = []
  /// Columns of p values: people are shown them in the form of `PValue`.
  public var pValues: Set<String> = []
  /// Columns that are seen on the narrowest screen, where others give way to them; the first ones where none is named.
  public var essential: [String] = []
  /// What takes the place of essential columns where not all of them fit: `air` for `air_temperature_c`, a day for a moment.
  public var narrow: [String: Column] = [:]
  /// For each row the most decimals that people are shown, where each row is about something else; empty where not.
  public var rowDecimals: [Int?] = []
  /// What the real numbers of each row stand for, where rows are about different columns; empty where all are numbers.
  public var rowScales: [NumberScale?] = []
  /// The most significant digits of the numbers of a column where they are shown as text; six for those not named.
  public var digits: [String: Int] = [:]
  /// Columns that belong together: where a page has no room for all, they go into such blocks below each other.
  public var blocks: [[String]] = []
  /// Whether the user asked for so many rows, so that a screen shows all of them.
  public var showsAllRows = false
  /// Values that go with the table as a whole, as references use them (the statistic of a test).
  public var facts: [(name: String, value: Value)] = []
  /// What a screen shows of each row in place of columns, one or more lines a row (a match with its two teams); empty
  /// where it shows columns. Files, JSON, notebooks and screen readers have the columns.
  public var lines: [String] = []
  /// Shorter forms of `lines` for narrower screens, the widest first; the first that fits is shown.
  public var narrowLines: [[String]] = []
  /// The same rows as a screen shows them, in the units and by the clock of the person who looks; nil for those of `table`.
  /// Files, JSON, notebooks and screen readers have `table`.
  public var screen: Table?
  /// Whether it goes with another table of the command, which a file of one table takes in its place.
  public var isAside = false
  /// What `plot` draws of it; nil where it has no picture.
  public var picture: ResultPicture?

  /// A table that is shown as a whole.
  public init(
    _ table: Table, title: String = "", totalRows: Int? = nil, footer: [String] = [], decimals: [String: Int] = [:]
  ) {
    self.title = title
    self.table = table
    self.totalRows = totalRows ?? table.rowCount
    self.footer = footer
    self.decimals = decimals
  }

  /// The same table with the columns that are seen on the narrowest screen, and shorter forms of them.
  public func showing(_ essential: [String], narrow: [String: Column] = [:]) -> Self {
    var copy = self
    (copy.essential, copy.narrow) = (essential, narrow)
    return copy
  }
}

/// Named values in order.
public struct RecordOutput: Sendable {
  /// One named value or list.
  public struct Field: Sendable {
    /// The name, as references use it.
    public var name: String
    /// One value, or several where `isList`.
    public var values: [Value]
    /// Whether it is a list, of whatever length.
    public var isList: Bool
    /// Whether it may differ from run to run (times, paths).
    public var isVolatile: Bool
  }

  /// The title; may be empty.
  public var title: String
  public var fields: [Field] = []
  /// Fields with p values: people are shown them in the form of `PValue`.
  public var pValues: Set<String> = []
  /// Whether the title says it all to people: files and JSON have the fields, a page has the title alone.
  public var isBrief = false
  /// What `plot` draws of it; nil where it has no picture.
  public var picture: ResultPicture?

  /// A record without fields.
  public init(_ title: String = "") { self.title = title }

  public mutating func add(_ name: String, _ value: Value, volatile: Bool = false) {
    fields.append(Field(name: name, values: [value], isList: false, isVolatile: volatile))
  }

  public mutating func add(_ name: String, list: [Value]) {
    fields.append(Field(name: name, values: list, isList: true, isVolatile: false))
  }
}

/// An evaluation with the measures that evaluators of domains added.
public struct EvaluationOutput: Sendable {
  /// What the resampling gave.
  public var evaluation: Evaluation
  /// Measures of domains (`ski.risk`).
  public var named: [NamedMeasure]

  /// Joins an evaluation with measures of domains.
  public init(_ evaluation: Evaluation, named: [NamedMeasure] = []) {
    self.evaluation = evaluation
    self.named = named
  }
}

/// A confusion matrix and the evaluation it belongs to.
public struct ConfusionOutput: Sendable {
  /// Rows are the actual class, columns the predicted one.
  public var matrix: ConfusionMatrix
  /// What was evaluated, for the heading.
  public var learner: String

  /// Makes an output of a matrix.
  public init(_ matrix: ConfusionMatrix, learner: String) {
    self.matrix = matrix
    self.learner = learner
  }
}

/// A picture, in memory or in a file.
public struct FigureOutput: Sendable {
  /// What it shows.
  public var title: String
  /// Its kind (`image/svg+xml`).
  public var mediaType: String
  /// The bytes, where it is in memory; of a figure that is a value they are drawn when they are asked for.
  public var data: [UInt8]? {
    get { bytes ?? plot.map { FigureSVG.bytes(of: $0) } }
    set { bytes = newValue }
  }
  /// Bytes that were given.
  private var bytes: [UInt8]?
  /// The file, where it is on disk.
  public var path: String?
  /// What is drawn, as a value, where it is known: a front end draws it in its own way, and a file can hold its data.
  public var plot: Figure?
  /// How many dots an inch a PNG file of it has; nil for 192, twice the size of a screen's pixels.
  public var dpi: Int?

  /// Makes a figure.
  public init(title: String, mediaType: String, data: [UInt8]? = nil, path: String? = nil) {
    self.title = title
    self.mediaType = mediaType
    bytes = data
    self.path = path
  }

  /// Makes a figure of what is drawn, as SVG.
  public init(_ plot: Figure) {
    let drawn = plot.thinned()
    self.init(title: drawn.title, mediaType: "image/svg+xml")
    self.plot = drawn
  }
}
