public import PodiumCore

/// Turns a file or folder into a table with roles; pure: it reads only through its context.
public protocol Importer: Sendable {
  /// The name: a format (`csv`) or a plugin's (`ski`).
  var key: String { get }
  /// One sentence for the list of importers.
  var summary: String { get }
  /// File extensions it reads, without the dot; empty for an importer of folders.
  var extensions: [String] { get }
  /// Whether it reads folders; only messages use it. By default: when it names no extension.
  var readsFolders: Bool { get }
  /// Whether its extensions say little about the content (`txt`), so that an importer that recognizes the content comes
  /// first.
  var isGeneral: Bool { get }
  /// Whether it reads what it names, and does not only say what to do with it.
  var isReader: Bool { get }
  /// Keys it takes on the line of `load`.
  var parameters: [AnyParameter] { get }

  /// Whether what the context holds looks like its format; a cheap look, not a check.
  func recognises(_ context: any ImportContext) -> Bool

  /// Reads the table.
  ///
  /// Throws what is wrong with the file, naming file and line where there is one.
  func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable
}

extension Importer {
  /// An importer without extensions reads folders, unless it says otherwise.
  public var readsFolders: Bool { extensions.isEmpty }
  /// An importer reads, unless it says otherwise.
  public var isReader: Bool { true }
  /// An extension decides, unless the importer says otherwise.
  public var isGeneral: Bool { false }
}

/// The values of an importer's parameters: typed after `load`, or set by a program.
///
/// A program sets them by parameter, without a line of text: `options[CSVImporter.header] = "no"`.
public struct ImportOptions: Sendable {
  private var values: [String: any Sendable]
  private var spans: [String: SourceSpan]

  init(values: [String: any Sendable], spans: [String: SourceSpan] = [:]) {
    self.values = values
    self.spans = spans
  }

  /// No options.
  public static let none = ImportOptions(values: [:])

  /// Checks typed keys against an importer's parameters.
  public init(_ typed: [Argument], parameters: [AnyParameter], of importer: String, scope: ParsingScope)
    throws(Diagnostic)
  {
    var values: [String: any Sendable] = [:]
    var spans: [String: SourceSpan] = [:]
    for argument in typed {
      guard let key = argument.key else { continue }
      guard let parameter = parameters.first(where: { $0.description.name == key.text }) else {
        if parameters.isEmpty {
          throw Diagnostic(
            "unknown-key", "importer '\(importer)' takes no key '\(key.text)='", span: key.span)
        }
        throw Diagnostic.unknown("key", key.text, among: parameters.map(\.description.name), span: key.span)
      }
      guard values[key.text] == nil else {
        throw Diagnostic("repeated-key", "'\(key.text)' is given twice", span: argument.span)
      }
      values[key.text] = try parameter.parse([argument.value], scope)
      spans[key.text] = argument.value.span
    }
    self.values = values
    self.spans = spans
  }

  /// Where the value of a parameter was typed; nil when it was left out.
  public func span<Value>(of parameter: Parameter<Value>) -> SourceSpan? { spans[parameter.name] }

  /// Runs a closure; an error without a place that one parameter's value caused is placed at that value.
  ///
  /// `codes` names the errors that can only come of it.
  public func placing<Value, Result>(
    _ codes: Set<String>, under parameter: Parameter<Value>, _ body: () throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    do throws(Diagnostic) { return try body() } catch {
      throw codes.contains(error.code) ? error.at(span(of: parameter)) : error
    }
  }

  /// The value of a parameter of the importer, or its default. A value that is set was not typed, so it has no span.
  public subscript<Value>(_ parameter: Parameter<Value>) -> Value {
    get {
      if let value = values[parameter.name] as? Value { return value }
      guard let fallback = parameter.fallback else {
        preconditionFailure("an importer's parameter '\(parameter.name)' must have a default")
      }
      return fallback
    }
    set {
      values[parameter.name] = newValue
      spans[parameter.name] = nil
    }
  }
}

/// The result of an importer: a table, how its rows are labelled, and notes.
public struct ImportedTable: Sendable {
  /// The table, with roles.
  public var table: Table
  /// How rows become classes when `label` has no arguments.
  public var labelling: Labelling?
  /// The evaluators that every evaluation of this table is scored by.
  public var evaluators: [String]
  /// Notes on the load beside the report: missing values, guesses, anything unusual in the field.
  public var notes: [String]
  /// What reading the file decided and changed; for a table joined from several files, what concerns columns.
  public var report: ImportReport

  /// Makes the result of an importer.
  public init(
    _ table: Table, labelling: Labelling? = nil, evaluators: [String] = [], notes: [String] = [],
    report: ImportReport = ImportReport()
  ) {
    self.table = table
    self.labelling = labelling
    self.evaluators = evaluators
    self.notes = notes
    self.report = report
  }
}

/// How a table's rows become classes by default.
public struct Labelling: Sendable, Equatable, Codable {
  /// Columns of ranks, 1 for the best; the first is the default. Empty when `column` is the target as it is.
  public var ranks: [String]
  /// The column within whose groups ranks are counted.
  public var group: String?
  /// Where the classes are cut.
  public var cuts: RankCuts
  /// The names of the classes, best first.
  public var names: [String]
  /// A column that is the target as it is.
  public var column: String?

  /// Classes by rank within a group.
  public init(ranks: [String], group: String?, cuts: RankCuts, names: [String]) {
    self.ranks = ranks
    self.group = group
    self.cuts = cuts
    self.names = names
  }

  /// A column that is the target as it is.
  public init(column: String) {
    self.init(ranks: [], group: nil, cuts: .even, names: [])
    self.column = column
  }
}

/// Where a ranking of n is cut into classes.
public enum RankCuts: Sendable, Equatable, Codable {
  /// Class i holds the ranks up to floor(share · n); shares rise and lie between 0 and 1.
  case shares([Double])
  /// As many equal parts as there are classes: class i of m ends at floor(i · n / m).
  case even

  /// The last rank of each class but the last, for n rows and m classes.
  public func bounds(of n: Int, classes m: Int) -> [Int] {
    switch self {
    // The product is a double and cut off, as the ski thesis's code does (0.33 · 8 gives 2).
    case .shares(let shares): shares.map { Int(($0 * Double(n)).rounded(.down)) }
    case .even: (1..<max(m, 1)).map { $0 * n / m }
    }
  }
}
