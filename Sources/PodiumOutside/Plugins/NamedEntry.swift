internal import PodiumCore

/// A key with a summary.
struct NamedEntry: Sendable {
  let key: String
  let summary: String

  init(_ fields: WireFields) throws(Diagnostic) {
    key = try fields.required("key")
    summary = try fields.required("summary")
  }
}

/// An exporter as declared by a plugin.
struct ExporterEntry: Sendable {
  let key: String
  let extensions: [String]
  /// Whether the table comes in binary.
  let isPacked: Bool

  init(_ fields: WireFields) throws(Diagnostic) {
    key = try fields.required("key")
    isPacked = fields["binary"]?.bool ?? false
    extensions = try fields.texts("extensions") ?? []
    guard !extensions.isEmpty else { throw fields.bad("'extensions' is missing") }
  }
}

/// A figure as declared by a plugin.
struct FigureEntry: Sendable {
  let key: String
  let summary: String
  let parameters: [OutsideParameter]

  init(_ fields: WireFields) throws(Diagnostic) {
    key = try fields.required("key")
    summary = try fields.required("summary")
    parameters = try fields.optionalParameters()
  }
}

/// A dataset of a plugin, in a file below its folder.
struct NamedDataset: Sendable {
  let name: String
  let path: String
  let importer: String
  let summary: String
  let target: String?

  init(_ fields: WireFields) throws(Diagnostic) {
    name = try fields.required("name")
    path = try fields.required("path")
    importer = try fields.required("importer")
    summary = try fields.required("summary")
    target = try fields.text("target")
    guard FilePath(path).staysBelow else {
      throw fields.bad("its path must be below the plugin's folder")
    }
  }
}
