internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// An address that a workspace keeps in place of the built-in one.
struct SourceAddress: Sendable {
  /// The key of the source.
  var source = ""
  var address = ""

  static let kind = "surf.address"

  static let change = StoreMigration.Step.create(
    RecordKind(
      kind, fields: [RecordField("source", .text, required: true), RecordField("address", .text, required: true)],
      key: ["source"], label: "address of {source}"))

  static let thing = Thing<SourceAddress>(
    kind, verb: "surf addresses", noun: "address", plural: "addresses", key: "source", blank: SourceAddress()
  ) {
    Field(naming: "source", \.source)
    Field("address", \.address)
  }

  /// All sources with the addresses of a workspace.
  static func sources(in store: any RecordStore) throws(Diagnostic) -> [SurfSources.Source] {
    let own = Dictionary(try thing.items(in: store).map { ($0.source, $0.address) }, uniquingKeysWith: { $1 })
    return SurfSources.all.map { source in
      guard let address = own[source.key] else { return source }
      var source = source
      source.address = address
      return source
    }
  }

  /// Keeps an address, or goes back to the built-in one.
  static func set(
    _ address: String?, of source: SurfSources.Source, in store: any RecordStore, cancellation: Cancellation
  ) throws(Diagnostic) {
    if let address {
      try thing.store(
        [SourceAddress(source: source.key, address: address)], in: store, cancellation: cancellation)
    } else {
      try store.remove(all: RecordQuery(kind, where: [.equals("source", .text(source.key))]))
    }
  }
}

/// `surf addresses`: where `surf fetch` gets data from.
struct AddressesCommand: Command {
  static let source = Parameter<String?>.text(
    "source", positional: true, help: "Source whose address is shown or set; all by default.",
    completion: .words(SurfSources.all.map(\.key)))
  static let address = Parameter<String?>.text(
    "address", positional: true, help: "Another address, in quotes; default for the built-in one.",
    completion: .words(["default"]))

  let signature = Signature(
    "surf addresses", topic: .plugins, summary: "Show or set the addresses that surf fetch gets data from.",
    details: """
      In an address {buoy}, {tide}, {datum}, {latitude}, {longitude}, {begin} and {end} are replaced for each spot, and a \
      spot that lacks one of them is skipped. The answer must have the format of the source: coops must answer in metres \
      and GMT. The addresses are kept in the workspace, so write no password in them. An untrusted notebook or script cannot \
      set them.
      """,
    parameters: [source.any, address.any],
    exampleLines: """
      all sources: surf addresses -> realtime2
      a mirror: surf addresses ndbc "https://mirror.example.org/realtime2/{buoy}.txt" -> mirror
      the built-in address again: surf addresses ndbc "https://mirror.example.org/{buoy}.txt"; surf addresses ndbc default -> ndbc.noaa.gov
      an unknown name in braces: surf addresses ndbc "https://example.org/{bouy}.txt" -> !bad-value
      """, seeAlso: ["surf fetch", "surf sources"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    guard let typed = call[AddressesCommand.source] else {
      return [try AddressesCommand.table(SourceAddress.sources(in: store))]
    }
    guard let source = SurfSources.all.first(where: { $0.key == typed }) else {
      throw .unknownWord(
        "source", typed, among: SurfSources.all.map(\.key), span: call.span(of: AddressesCommand.source))
    }
    if let address = call[AddressesCommand.address] {
      try session.checkKept(
        address == "default" ? nil : address, "address", places: SurfSources.Source.places,
        span: call.span(of: AddressesCommand.address))
      let own = address == "default" || address == source.address ? nil : address
      try SourceAddress.set(own, of: source, in: store, cancellation: session.cancellation)
    }
    return [try AddressesCommand.table(SourceAddress.sources(in: store).filter { $0.key == source.key })]
  }

  private static func table(_ sources: [SurfSources.Source]) throws(Diagnostic) -> Output {
    let builtIn = Dictionary(SurfSources.all.map { ($0.key, $0.address) }, uniquingKeysWith: { first, _ in first })
    let table = try Table([
      Column("source", .text(sources.map(\.key))), Column("service", .text(sources.map(\.name))),
      Column("own", .boolean(sources.map { $0.address != builtIn[$0.key] })),
      Column("address", .text(sources.map(\.address))),
    ])
    return .table(TableOutput(table, title: sources.count.counted("source")).showing(["source", "address"]))
  }
}
