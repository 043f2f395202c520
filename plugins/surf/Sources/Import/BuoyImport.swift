internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// Imports standard meteorological data and spectral wave summaries of NDBC.
struct BuoyImport {
  private(set) var outputs: [Output] = []

  init(_ context: any ImportContext, _ file: String, _ wishes: ImportWishes, _ session: Session) throws(Diagnostic) {
    let bytes = try context.bytes(of: file)
    guard bytes.contains(where: { $0 > 0x20 }) else {
      throw Diagnostic("no-rows", "'\(context.name)' is empty", help: "download it again")
    }
    // A foreign file is named before its name is searched for a station.
    try SurfFileKind.require(
      [.standardMet, .spectralSummary], bytes, name: context.name, wanted: SurfFileKind.standardMet.product)
    let code: String
    do throws(Diagnostic) { code = try StationCode.find(wishes.station, file: context.name) } catch {
      throw error.at(wishes.span("station"))
    }
    if SurfFileKind.detect(bytes) == .spectralSummary {
      let file = try SpectralFile(bytes, name: context.name)
      var outcome = ImportOutcome.surf("ndbc spec", title: code)
      outcome.take(file.report)
      try write(file.samples, of: code, outcome, session)
      return
    }
    let file = try StandardMetFile(bytes, name: context.name, cancellation: session.cancellation)
    let isChecked = file.header.age == .historical
    var outcome = ImportOutcome.surf(isChecked ? "ndbc historical" : "ndbc realtime", title: code)
    (outcome.read, outcome.kept, outcome.refused) = (file.rowCount, file.samples.count, file.refused.count)
    outcome.notes = file.sentences
    outcome.same = file.repeated
    try write(
      file.samples, of: code, outcome, session, isChecked: isChecked, resolution: file.resolution,
      extras: file.header.extras)
  }

  /// Stores samples that were read already.
  init(_ samples: [Sample], of code: String, _ outcome: ImportOutcome, _ session: Session) throws(Diagnostic) {
    try write(samples, of: code, outcome, session)
  }

  private mutating func write(
    _ samples: [Sample], of code: String, _ given: ImportOutcome, _ session: Session, isChecked: Bool = false,
    resolution: [Double] = [], extras: [String] = []
  ) throws(Diagnostic) {
    let store = try session.store()
    let times = samples.lazy.map(\.time)
    let (from, to) = (times.min(), times.max())
    let known = try KnownSamples(of: code, .observed, from: from?.date, through: to?.date, in: store)
    // Detached, since freeing the memory of many samples takes long too.
    let merge = try session.cancellation.detached {
      ObservationMerge(samples, with: known, isChecked: isChecked, resolution: resolution)
    }
    try merge.write(code, .observed, known, extras: extras, to: store, cancellation: session.cancellation)
    var outcome = given
    outcome.title = "\(code): \(merge.new) new of \(outcome.read.counted("row"))"
    outcome.subject = [("station", .text(code))]
    outcome.take(merge)
    outcome.others = [("filled", .integer(merge.filling)), ("replaced", .integer(merge.replacing))]
    (outcome.from, outcome.to) = (from, to)
    outputs = outcome.outputs
  }
}
