public import PodiumCore
public import PodiumPlugin

/// `load FILE.arff`: the attribute-relation files of Weka.
public struct ARFFImporter: Importer {
  /// The name of the format.
  public let key = "arff"
  /// One sentence for the list of importers.
  public let summary = "ARFF, as Weka writes it: dense or sparse rows under declared types."
  /// The file endings.
  public let extensions = ["arff"]
  /// It takes no keys: the file declares everything.
  public let parameters: [AnyParameter] = []

  /// Makes the importer.
  public init() {}

  /// Whether the file begins with `@relation`, comments left out.
  public func recognises(_ context: any ImportContext) -> Bool {
    guard let start = SingleFile.start(of: context) else { return false }
    for line in start.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let word = line.drop { $0 == 0x20 || $0 == 0x09 }.prefix(9)
      if word.isEmpty || word.first == 0x25 { continue }
      return String(decoding: word, as: UTF8.self).lowercased() == "@relation"
    }
    return false
  }

  /// Reads the file.
  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let file = try SingleFile.name(in: context)
    let bytes = try context.bytes(of: file)
    try ForeignContent.refuse(bytes, name: file, as: "ARFF")
    return try ARFFReader.read(bytes, name: file, cancellation: context.cancellation).imported
  }
}

/// `to FILE.arff`.
public struct ARFFExporter: Exporter {
  /// The name of the format.
  public let key = "arff"
  /// The file endings.
  public let extensions = ["arff"]

  /// Makes the exporter.
  public init() {}

  /// The bytes of the file.
  public func write(_ table: Table) throws(Diagnostic) -> [UInt8] { ARFFWriter.write(table) }
}
