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
  var dates: DateOrder?
  var person: String?
  /// The scale of the ratings of a journal.
  var scale: ClosedRange<Int>?
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
  init(_ call: Call, _ session: Session) throws(Diagnostic) {
    station = call[SurfImportCommand.station]
    spot = call[SurfImportCommand.spot]
    units = call[SurfImportCommand.units]
    datum = call[SurfImportCommand.datum]
    zone = call[SurfImportCommand.zone]
    model = call[SurfImportCommand.model]
    retrieved = try SurfTime.moment(call, SurfImportCommand.retrieved, in: session)
    map = call[SurfImportCommand.map] ?? []
    sheet = call[SurfImportCommand.sheet]
    dates = call[SurfImportCommand.dates].flatMap { DateOrder(rawValue: $0) }
    person =
      call.has(SurfImportCommand.person) ? try People.new(call, SurfImportCommand.person, in: session.store()) : nil
    scale = try call[SurfImportCommand.scale].map { (typed) throws(Diagnostic) in
      try Category.scale(typed, span: call.span(of: SurfImportCommand.scale))
    }
    creates = call[SurfImportCommand.create] == "yes"
    takesFar = call[SurfImportCommand.far]
    verbSpan = call.verbSpan
    for (name, span) in [
      ("file", call.span(of: SurfImportCommand.more) ?? call.span(of: SurfImportCommand.file)),
      ("station", call.span(of: SurfImportCommand.station)),
      ("spot", call.span(of: SurfImportCommand.spot)), ("units", call.span(of: SurfImportCommand.units)),
      ("datum", call.span(of: SurfImportCommand.datum)), ("zone", call.span(of: SurfImportCommand.zone)),
      ("model", call.span(of: SurfImportCommand.model)), ("person", call.span(of: SurfImportCommand.person)),
      ("map", call.span(of: SurfImportCommand.map)), ("sheet", call.span(of: SurfImportCommand.sheet)),
    ] { spans[name] = span }
  }

  /// Where a part was typed.
  func span(_ name: String) -> SourceSpan? { spans[name] ?? verbSpan }
}
