internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// What is known of a file beside its content: as typed, or as it was asked of a service.
struct ImportWishes {
  var station: String?
  var spot: String?
  var units: String?
  var datum: String?
  var zone: String?
  var model: String?
  var retrieved: Moment?
  var map: [String] = []
  var sheet: String?
  var person: String?
  var creates = false
  /// Whether a forecast for a place far from the spot is stored all the same.
  var takesFar = false
  /// Whether units and zone are those of this one file, and not the station's own.
  var isOnce = false
  var verbSpan: SourceSpan?
  private var spans: [String: SourceSpan] = [:]

  /// For a file that a service was asked for.
  init(spot: Spot? = nil, retrieved: Moment? = nil, verbSpan: SourceSpan?) {
    self.spot = spot.map { String($0.number) }
    (self.retrieved, self.verbSpan) = (retrieved, verbSpan)
  }

  /// As typed; throws `bad-value` for a time that is none.
  init(_ call: Call, in store: any RecordStore) throws(Diagnostic) {
    station = call[ImportCommand.station]
    spot = call[ImportCommand.spot]
    units = call[ImportCommand.units]
    datum = call[ImportCommand.datum]
    zone = call[ImportCommand.zone]
    model = call[ImportCommand.model]
    retrieved = try SurfTime.moment(call, ImportCommand.retrieved)
    map = call[ImportCommand.map] ?? []
    sheet = call[ImportCommand.sheet]
    person = call.has(ImportCommand.person) ? try People.new(call, ImportCommand.person, in: store) : nil
    creates = call[ImportCommand.create] == "yes"
    takesFar = call[ImportCommand.far]
    verbSpan = call.verbSpan
    for (name, span) in [
      ("file", call.span(of: ImportCommand.more) ?? call.span(of: ImportCommand.file)),
      ("station", call.span(of: ImportCommand.station)),
      ("spot", call.span(of: ImportCommand.spot)), ("units", call.span(of: ImportCommand.units)),
      ("datum", call.span(of: ImportCommand.datum)), ("zone", call.span(of: ImportCommand.zone)),
      ("model", call.span(of: ImportCommand.model)), ("person", call.span(of: ImportCommand.person)),
      ("map", call.span(of: ImportCommand.map)), ("sheet", call.span(of: ImportCommand.sheet)),
    ] { spans[name] = span }
  }

  /// Where a part was typed.
  func span(_ name: String) -> SourceSpan? { spans[name] ?? verbSpan }
}
