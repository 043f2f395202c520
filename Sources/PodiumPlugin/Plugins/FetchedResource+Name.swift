internal import PodiumCore

extension FetchedResource {
  /// The name of a file that holds this content, without folders, with an extension that says how it is read.
  ///
  /// The address's own name where its extension is one of `endings`, else that of the server; where neither has such an
  /// extension, the address's name with the extension of the media type, if that says something.
  public func fileName(known endings: Set<String>) -> String {
    let own = FetchedResource.plain((try? WebAddress(url))?.lastPathPart ?? "")
    let suggested = FetchedResource.plain(suggestedName ?? "")
    let names = [own, suggested].filter { !$0.isEmpty }
    if let name = names.first(where: { endings.contains(FetchedResource.ending($0)) }) { return unpacked(name) }
    let base = names.first ?? FetchedResource.plain((try? WebAddress(url))?.host ?? "")
    let stem = unpacked(base.isEmpty ? "data" : base)
    guard let ending = endingOfMediaType, endings.contains(ending) else { return stem }
    return stem + "." + ending
  }

  /// A `.gz` whose packing the transfer took off is one no longer.
  private func unpacked(_ name: String) -> String {
    let isPacked = bytes.starts(with: [0x1F, 0x8B])
    return wasPacked && !isPacked ? FilePath(name).unpacked.text : name
  }

  private var endingOfMediaType: String? {
    guard let mediaType else { return nil }
    if let ending = FetchedResource.endings[mediaType] { return ending }
    return mediaType.hasSuffix("+json") ? "json" : nil
  }

  private static let endings = [
    "text/csv": "csv", "application/csv": "csv", "text/tab-separated-values": "tsv", "application/json": "json",
    "text/json": "json", "application/x-ndjson": "ndjson", "application/jsonl": "jsonl",
    "application/x-jsonlines": "jsonl", "text/html": "html", "application/xhtml+xml": "html", "text/plain": "txt",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx", "text/x-arff": "arff",
    "application/vnd.apache.parquet": "parquet", "application/pdf": "pdf", "application/zip": "zip",
    "application/xml": "xml", "text/xml": "xml",
  ]

  /// The extension of a name in lower-case letters, without the dot and without that of gzip.
  private static func ending(_ name: String) -> String {
    FilePath(name).unpacked.ending
  }

  /// A name a server or address gave, as that of one file: no folders, nothing invisible, not without end.
  private static func plain(_ name: String) -> String {
    let slashes = String(decoding: name.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
    let last = FilePath(slashes).name
    let safe = last.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format ? "_" : scalar
    }
    let text = String(String.UnicodeScalarView(safe.drop { $0 == "." }))
    guard text.count > 100 else { return text }
    // The extension says how it is read.
    return String(text.prefix(60)) + String(text.suffix(40))
  }
}
