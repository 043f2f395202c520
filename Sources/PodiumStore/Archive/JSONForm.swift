internal import PodiumCore
internal import PodiumFiles

/// What a workspace keeps as JSON.
enum JSONForm {
  static func text(_ value: some Encodable, of what: String) throws(Diagnostic) -> String {
    do { return String(decoding: try SortedJSON.bytes(of: value), as: UTF8.self) } catch {
      throw (error as? Diagnostic) ?? Diagnostic("not-saved", "\(what) cannot be saved", cause: "\(error)")
    }
  }

  /// Data written completely that cannot be read come from another version of the writer.
  static func value<Content>(
    _ text: String, of what: String, _ read: @escaping (any Decoder) throws -> Content
  ) throws(Diagnostic) -> Content {
    do { return try SortedJSON.value(Array(text.utf8), read) } catch {
      throw (error as? Diagnostic)
        ?? Diagnostic(
          "workspace-newer", "\(what) was saved in a form that this version of podium cannot read",
          help: "use the version of podium that saved it", cause: "\(error)")
    }
  }
}
