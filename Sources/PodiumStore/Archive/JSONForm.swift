internal import FoundationEssentials
internal import PodiumCore

/// Values as JSON with sorted keys, with NaN and infinities as texts.
enum JSONForm {
  static func text(_ value: some Encodable, of what: String) throws(Diagnostic) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch {
      throw (error as? Diagnostic) ?? Diagnostic("not-saved", "\(what) cannot be saved", cause: "\(error)")
    }
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }

  static func value<Content: Decodable>(
    _ type: Content.Type, _ text: String, of what: String
  ) throws(Diagnostic) -> Content {
    do { return try decoder.decode(type, from: Data(text.utf8)) } catch { throw unreadable(what, error) }
  }

  static func value<Content: DecodableWithConfiguration>(
    _ type: Content.Type, _ text: String, of what: String, configuration: Content.DecodingConfiguration
  ) throws(Diagnostic) -> Content {
    do { return try decoder.decode(type, from: Data(text.utf8), configuration: configuration) } catch {
      throw unreadable(what, error)
    }
  }

  /// Data written completely that cannot be read come from another version of the writer.
  private static func unreadable(_ what: String, _ error: any Error) -> Diagnostic {
    (error as? Diagnostic)
      ?? Diagnostic(
        "workspace-newer", "\(what) was saved in a form that this version of podium cannot read",
        help: "use the version of podium that saved it", cause: "\(error)")
  }
}
