public import PodiumCore
public import PodiumPlugin

/// `load FILE.csv`: delimited text of any of the usual dialects.
public struct CSVImporter: Importer {
  /// The key `delimiter=`.
  public static let delimiter = Parameter<String?>.text(
    "delimiter", help: "Delimiter: one character, or tab, comma, semicolon, pipe; detected by default.")
  /// The key `header=`.
  public static let header = Parameter<String?>.choice(
    "header", ["yes", "no", "2"],
    help:
      "Whether the first line names the columns, or the first 2 together; by default it does unless it looks like the rows below."
  )

  /// The key `quote=`.
  public static let quote = Parameter<String?>.text(
    "quote", help: "Quote character, or none; by default \", or ' if it is around all words of a column.")
  /// The key `decimal=`.
  public static let decimal = Parameter<String?>.choice(
    "decimal", DecimalMark.allCases.map(\.rawValue), aliases: DecimalMark.aliases,
    help: "Decimal mark; detected in each column by default.")
  /// The key `thousands=`.
  public static let thousands = Parameter<String?>.choice(
    "thousands", ThousandsMark.allCases.map(\.rawValue),
    aliases: ThousandsMark.aliases,
    help: "Thousands separator; detected in each column by default.")
  /// The key `dates=`.
  public static let dates = Parameter<String?>.choice(
    "dates", DateOrder.allCases.map(\.rawValue),
    help: "Whether dates in digits start with the day or the month, where a column does not show it.")
  /// The key `encoding=`.
  public static let encoding = Parameter<String?>.choice(
    "encoding", TextEncoding.allCases.map(\.rawValue), help: "Text encoding; detected by default.")
  /// The key `skip=`.
  public static let skip = Parameter<Int>.int(
    "skip", in: 0...1_000_000_000, default: 0, help: "Number of lines to skip above the table.")
  /// The key `quoted-missing=`.
  public static let quotedMissing = Parameter<String?>.choice(
    "quoted-missing", ["yes", "no"],
    help: "Whether \"NA\" in quotes is missing too; by default it is text in a column of words.")
  /// The key `strict=`.
  public static let strict = Parameter<Bool>.flag(
    "strict", default: false, help: "Refuse the file instead of repairing cells, rows or names.")
  /// The key `types=`.
  public static let types = Parameter<[String: ColumnType]>.columnTypes(
    "types", help: "Column types to use instead of inferred ones, as in types=bib:text,lap:duration.")

  public let key = "csv"
  public let summary = "Delimited text: comma, semicolon, tab or pipe."
  public let extensions = ["csv", "tsv", "tab", "psv"]
  public let parameters = [
    delimiter.any, header.any, MissingKeys.added.any, MissingKeys.only.any, quotedMissing.any, quote.any, decimal.any,
    thousands.any,
    dates.any, encoding.any, skip.any,
    strict.any, types.any,
  ]

  public init() {}

  /// Delimited text is recognised only by its file extension.
  public func recognises(_ context: any ImportContext) -> Bool { false }

  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    guard !context.isFolder, let file = context.files.first else {
      throw Diagnostic("not-a-file", "'\(context.name)' is a folder", help: "name a file in it")
    }
    var read = DelimitedOptions()
    if let typed = options[CSVImporter.delimiter] {
      read.delimiter = try options.placing(["bad-value"], under: CSVImporter.delimiter) { () throws(Diagnostic) in
        try CSVImporter.character(typed).asciiValue
      }
    }
    if let typed = options[CSVImporter.quote] {
      read.quote = try options.placing(["bad-value"], under: CSVImporter.quote) { () throws(Diagnostic) in
        try CSVImporter.quoteCharacter(typed)
      }
    }
    read.formats = CSVImporter.formats(options)
    read.encoding = options[CSVImporter.encoding].flatMap(TextEncoding.init)
    read.skip = options[CSVImporter.skip]
    read.isStrict = options[CSVImporter.strict]
    read.types = options[CSVImporter.types]
    if read.delimiter == nil, FilePath(file).ending == "tsv" { read.delimiter = 0x09 }
    read.header = options[CSVImporter.header].map { $0 != "no" }
    read.hasTwoHeaders = options[CSVImporter.header] == "2"
    read.missing = try MissingKeys.words(options)
    read.quotedMissing = options[CSVImporter.quotedMissing].map { $0 == "yes" }
    let loaded = try options.placing(["unknown-column"], under: CSVImporter.types) { () throws(Diagnostic) in
      try context.table(of: file, options: read)
    }
    return ImportedTable(loaded.table, report: loaded.report)
  }

  /// How numbers and dates are written, as far as the user says.
  static func formats(_ options: ImportOptions) -> CellFormats {
    CellFormats(
      decimal: options[decimal].flatMap(DecimalMark.init), thousands: options[thousands].flatMap(ThousandsMark.init),
      dates: options[dates].flatMap(DateOrder.init))
  }

  private static func quoteCharacter(_ typed: String) throws(Diagnostic) -> UInt8 {
    if typed == "none" { return 0 }
    guard typed.count == 1, let code = typed.first?.asciiValue, code > 0x20 else {
      throw .badValue("quote", typed, allowed: "one ASCII character or none", span: nil)
    }
    return code
  }

  /// The character that a word or itself names; throws `bad-value`.
  static func character(_ typed: String) throws(Diagnostic) -> Character {
    let names: [String: Character] = ["tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "blank": " "]
    if let named = names[typed] { return named }
    guard typed.count == 1, let character = typed.first, let code = character.asciiValue, code != 34, code != 10,
      code != 13
    else {
      throw .badValue(
        "delimiter", typed, allowed: "one ASCII character, tab, comma, semicolon, pipe or blank", span: nil)
    }
    return character
  }
}

/// `to FILE.csv` and `to FILE.tsv`.
public struct CSVExporter: Exporter {
  public let key: String
  public let extensions: [String]
  /// Rows may always follow.
  public var growing: [String] { extensions }
  /// How the output is written as text.
  public let textForm: TextForm?
  /// A cell has no type, so `=1+1` is a formula to a spreadsheet.
  public let canRunFormulas = true
  private var delimiter: UInt8
  private var hasDecimalComma = false

  /// Commas between cells.
  public static let csv = CSVExporter(
    key: "csv", extensions: ["csv"],
    textForm: TextForm("csv", summary: "comma-separated values, tables only", mediaType: "text/csv"), delimiter: 0x2C)
  /// Tabs between cells.
  public static let tsv = CSVExporter(
    key: "tsv", extensions: ["tsv", "tab"],
    textForm: TextForm(
      "tsv", summary: "tab-separated values, tables only", mediaType: "text/tab-separated-values", cells: .tabbed),
    delimiter: 0x09)

  private init(key: String, extensions: [String], textForm: TextForm?, delimiter: UInt8) {
    (self.key, self.extensions, self.textForm, self.delimiter) = (key, extensions, textForm, delimiter)
  }

  /// The same with another byte between cells; with a decimal comma by default a semicolon, in .tsv files the tab.
  public func separated(by delimiter: UInt8?, decimalComma: Bool) -> (any Exporter)? {
    var copy = self
    copy.delimiter = delimiter ?? (decimalComma && self.delimiter == 0x2C ? 0x3B : self.delimiter)
    copy.hasDecimalComma = decimalComma
    return copy
  }

  /// The bytes of the file.
  public func write(_ table: Table) throws(Diagnostic) -> [UInt8] {
    CSVWriter.write(table, delimiter: delimiter, decimalComma: hasDecimalComma)
  }
}
