internal import PodiumCore
internal import PodiumPlugin

/// What is kept of a response besides its content, as one line of JSON.
struct KeptHead: Equatable {
  var url: String
  var finalURL: String
  var mediaType: String?
  var suggestedName: String?
  var etag: String?
  var lastModified: String?
  var retrievedAt: Moment
  var wasPacked: Bool

  /// The headers that ask whether the content has changed; empty if the server sent no validator.
  var conditions: [String] {
    if let etag { return ["If-None-Match: " + etag] }
    return lastModified.map { ["If-Modified-Since: " + $0] } ?? []
  }

  /// The content with its metadata.
  func resource(_ bytes: [UInt8], url: String, wasUnchanged: Bool) -> FetchedResource {
    FetchedResource(
      bytes: bytes, url: url, finalURL: finalURL, mediaType: mediaType, suggestedName: suggestedName, etag: etag,
      lastModified: lastModified, retrievedAt: retrievedAt, wasUnchanged: wasUnchanged, wasPacked: wasPacked)
  }

  /// The line, with the length and checksum of the content that follows it.
  func line(length: Int, sum: UInt64) -> String {
    func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
    return JSONValue.object([
      ("podium-fetch", .integer(1)), ("url", .string(url)), ("final", .string(finalURL)), ("type", text(mediaType)),
      ("name", text(suggestedName)), ("etag", text(etag)), ("modified", text(lastModified)),
      ("retrieved", .integer(retrievedAt.microseconds)), ("packed", .bool(wasPacked)), ("bytes", .integer(length)),
      ("sum", .string(String(sum, radix: 16))),
    ]).text
  }

  /// Reads a line; nil if it is incomplete.
  static func read(_ line: some Sequence<UInt8>) -> (head: KeptHead, length: Int, sum: UInt64)? {
    guard let value = try? JSONReader.value(line), value["podium-fetch"]?.integer == 1,
      let url = value["url"]?.string, let final = value["final"]?.string,
      let retrieved = value["retrieved"]?.integer, let packed = value["packed"]?.bool,
      let length = value["bytes"]?.integer, length >= 0,
      let sum = value["sum"]?.string.flatMap({ UInt64($0, radix: 16) })
    else { return nil }
    let head = KeptHead(
      url: url, finalURL: final, mediaType: value["type"]?.string, suggestedName: value["name"]?.string,
      etag: ResponseHead.returnable(value["etag"]?.string),
      lastModified: ResponseHead.returnable(value["modified"]?.string),
      retrievedAt: Moment(microseconds: retrieved), wasPacked: packed)
    return (head, length, sum)
  }
}
