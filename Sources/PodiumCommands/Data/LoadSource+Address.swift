internal import PodiumCore
internal import PodiumPlugin

extension LoadSource {
  /// The resource at an address.
  ///
  /// The scheme, the importer and its keys are checked before the network is used. Throws
  /// `web-page` if a page came instead of data, and errors of the network.
  static func address(
    _ word: String, _ chosen: (any Importer)?, keys: [Argument], in session: Session, span: SourceSpan?
  ) throws(Diagnostic) -> LoadSource {
    if let importer = chosen {
      _ = try ImportOptions(
        keys, parameters: importer.parameters, of: importer.key, scope: session.parsingScope)
    }
    let endings = Set(session.registry.importers.values.flatMap(\.extensions))
    do throws(Diagnostic) {
      let address = try WebAddress(word)
      let resource = try session.fetch(word)
      let file = resource.fileName(known: endings)
      let importer: any Importer
      if let chosen {
        importer = chosen
      } else {
        importer = try pick(for: file, shown: address.shown, .file, fetched: resource, in: session, span: span)
        try refusePage(resource, for: importer)
      }
      return LoadSource(
        path: file, shown: address.shown, name: stem(file), importer: importer, fetched: resource)
    } catch {
      throw error.at(span)
    }
  }

  /// A web page under the name of a data file usually is a login or a viewer.
  private static func refusePage(_ resource: FetchedResource, for importer: any Importer) throws(Diagnostic) {
    guard importer.extensions.first != "html", resource.mediaType == "text/html",
      resource.bytes.prefix(512).first(where: { $0 > 0x20 && $0 < 0x7F }) == 0x3C
    else { return }
    throw Diagnostic(
      "web-page", "'\(resource.url)' returned a web page instead of \(importer.key)",
      help: "use the address of the file itself, often called raw or download; format=html reads tables of the page")
  }
}

/// How data from the network are reported.
enum FetchNotes {
  /// When it was downloaded, and from where if there were redirects.
  static func add(_ origin: Dataset.Origin, to record: inout RecordOutput) {
    if let final = origin.finalURL { record.add("redirected", .text(final)) }
    record.add("retrieved", .datetime(origin.retrieved), volatile: true)
    if let etag = origin.etag { record.add("etag", .text(etag)) }
    if let modified = origin.lastModified { record.add("modified", .text(modified)) }
  }

  /// A note that the server had nothing newer; nil if it sent data.
  static func unchanged(_ resource: FetchedResource) -> String? {
    guard resource.wasUnchanged else { return nil }
    return "unchanged on the server since \(resource.retrievedAt); used the copy from then"
  }
}
