public import PodiumCore
public import PodiumPlugin

/// `load FILE.arff`: the attribute-relation files of Weka.
public struct ARFFImporter: Importer {
  public let key = "arff"
  public let summary = "ARFF, as Weka writes it: dense or sparse rows under declared types."
  public let extensions = ["arff"]
  /// None: the file declares everything.
  public let parameters: [AnyParameter] = []

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

  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let file = try SingleFile.name(in: context)
    let bytes = try SingleFile.text(file, of: context, as: "ARFF")
    return try ARFFReader.read(
      bytes, name: file, cancellation: context.cancellation, budget: context.budget,
      zone: { context.zone(named: $0) }
    ).imported
  }
}

/// `to FILE.arff`.
public struct ARFFExporter: Exporter {
  public let key = "arff"
  public let extensions = ["arff"]

  public init() {}

  /// The bytes of the file.
  public func write(_ table: Table) throws(Diagnostic) -> [UInt8] { ARFFWriter.write(table) }
}
