internal import PodiumCore

/// An importer as declared by a plugin.
struct ImporterEntry: Sendable {
  let key: String
  let summary: String
  let extensions: [String]
  /// File names that identify a folder of its format.
  let files: [String]
  /// The first characters of a file of its format.
  let beginning: String?
  /// Whether it opens files itself: it gets the path of a file on this machine in place of its content.
  let takesPaths: Bool
  let parameters: [OutsideParameter]

  init(_ fields: WireFields) throws(Diagnostic) {
    key = try fields.required("key")
    summary = try fields.required("summary")
    extensions = try fields.texts("extensions") ?? []
    files = try fields.texts("files") ?? []
    beginning = try fields.text("begins")
    takesPaths = fields["paths"]?.bool ?? false
    parameters = try fields.optionalParameters()
  }
}
