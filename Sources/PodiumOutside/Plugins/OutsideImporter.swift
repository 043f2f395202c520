internal import PodiumCore
internal import PodiumPlugin
internal import PodiumWire

/// An external importer: it gets the files and returns a table.
struct OutsideImporter: Importer {
  /// The maximum number of bytes of files that are sent.
  private static let sizeLimit = 256 << 20

  let entry: ImporterEntry
  let program: OutsideProgram

  var key: String { entry.key }
  var summary: String { entry.summary }
  var extensions: [String] { entry.extensions }
  var parameters: [AnyParameter] { entry.parameters.map(\.any) }

  /// Decides by what was declared, without starting the program.
  func recognises(_ context: any ImportContext) -> Bool {
    if context.isFolder {
      return !entry.files.isEmpty && entry.files.allSatisfy(context.files.contains)
    }
    guard let beginning = entry.beginning, let file = context.files.first,
      let bytes = try? context.start(of: file, count: beginning.utf8.count)
    else { return false }
    return bytes.starts(with: beginning.utf8)
  }

  func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    var body: [UInt8] = []
    body.appendMember("importer", text: key)
    body.appendMember("name", text: context.name)
    body.appendMember("folder", value: .bool(context.isFolder))
    body.appendMember("options", value: .object(entry.parameters.map { ($0.name, $0.json(options)) }))
    var files: [(name: String, bytes: [UInt8], path: String?)] = []
    var size = 0
    for name in context.files {
      if entry.takesPaths, try !context.start(of: name, count: 4).isEmpty, let path = context.localPath(of: name) {
        files.append((name, [], Folder.resolved(path)))
        continue
      }
      let bytes = try context.bytes(of: name)
      size += bytes.count
      guard size <= OutsideImporter.sizeLimit else {
        throw Diagnostic(
          "too-large",
          "'\(context.name)' is larger than \(OutsideImporter.sizeLimit >> 20) MB, the most that '\(key)' can read")
      }
      files.append((name, bytes, nil))
    }
    body.appendMember("files") { out in
      out.appendJSON(list: files) { file, out in
        out.append("{\"name\":")
        out.appendJSON(file.name)
        if let path = file.path { out.appendMember("path", text: path) } else { out.appendContent(file.bytes) }
        out.append(0x7D)
      }
    }
    let reply = try program.request("load", body, cancellation: context.cancellation)
    let fields = WireFields(value: reply.value, program: program.launch.name, what: "")
    return ImportedTable(
      try TableReading.table(fields["table"], from: program.launch.name), labelling: try labelling(fields),
      evaluators: try fields.texts("evaluators") ?? [], notes: reply.notes + (try fields.texts("notes") ?? []))
  }

  private func labelling(_ fields: WireFields) throws(Diagnostic) -> Labelling? {
    guard let value = fields["labelling"] else { return nil }
    let labelling = WireFields(value: value, program: fields.program, what: "labelling")
    if let column = try labelling.text("column") { return Labelling(column: column) }
    guard let ranks = try labelling.texts("ranks"), !ranks.isEmpty, let names = try labelling.texts("names"),
      names.count >= 2
    else { throw labelling.bad("it needs 'column', or 'ranks' and at least two 'names'") }
    var cuts = RankCuts.even
    if let list = labelling["cuts"] {
      let shares = (list.array ?? []).compactMap(\.number)
      let isRising = zip(shares, shares.dropFirst()).allSatisfy { $0 <= $1 }
      guard shares.count == names.count - 1, isRising, shares.allSatisfy({ (0...1).contains($0) }) else {
        throw labelling.bad("'cuts' must be \(names.count - 1) increasing shares from 0 to 1")
      }
      cuts = .shares(shares)
    }
    return Labelling(ranks: ranks, group: try labelling.text("group"), cuts: cuts, names: names)
  }
}

extension [UInt8] {
  /// Appends the content of a file: `text` if it is UTF-8, otherwise `base64`.
  mutating func appendContent(_ bytes: [UInt8]) {
    if let text = String(validating: bytes, as: UTF8.self) {
      appendMember("text", text: text)
    } else {
      appendMember("base64", text: Base64.text(bytes))
    }
  }
}

extension WireFields {
  /// The content of a file, as `text` or `base64`.
  func content() throws(Diagnostic) -> [UInt8] {
    if let text = self["text"]?.string { return Array(text.utf8) }
    guard let text = self["base64"]?.string, let bytes = Base64.bytes(text) else {
      throw bad("it has neither a valid 'text' nor a valid 'base64'")
    }
    return bytes
  }
}
