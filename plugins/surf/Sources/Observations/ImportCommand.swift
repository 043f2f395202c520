internal import PodiumCore
internal import PodiumPlugin

/// `surf import`: imports a buoy's file into the workspace.
struct ImportCommand: Command {
  static let formats = ["ndbc"]
  static let format = Parameter<String>.required(
    "format", allowed: "ndbc", help: "Format of the file.", completion: .words(formats))
  static let file = Parameter<String>.required(
    "file", allowed: "a file, an address or a bundled buoy", help: "File, or its address.", completion: .files)
  static let station = Parameter<String?>.text(
    "station", help: "Station code; by default taken from the file name.")

  let signature = Signature(
    "surf import", topic: .plugins, summary: "Import a buoy's observations into the workspace.",
    details: """
      Reads NDBC standard meteorological data: the last 45 days (ID.txt), or a month or year (IDhYYYY.txt). Values are \
      converted to SI units, and times are UTC. Importing the same file twice adds nothing. A value that conflicts with \
      a stored one is reported and skipped. Invalid rows are skipped and reported with their line.
      """,
    parameters: [format.any, file.any, station.any],
    examples: [
      Example("surf import ndbc surf-buoy", "a bundled buoy", prints: "MADE1"),
      Example(
        "surf import ndbc surf-buoy station=TEST1", "with another station code", prints: "TEST1"),
      Example("surf import ndbc surf-buoy", after: ["surf import ndbc surf-buoy"], "a second time", prints: "MADE1"),
      Example("surf import spitcast surf-buoy", "an unsupported format", fails: "bad-value"),
    ], seeAlso: ["surf observations"])

  /// Reads the whole file, then writes what is new.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    guard ImportCommand.formats.contains(call[ImportCommand.format]) else {
      throw .unknownWord(
        "format", call[ImportCommand.format], among: ImportCommand.formats, span: call.span(of: ImportCommand.format))
    }
    let span = call.span(of: ImportCommand.file)
    let file: StandardMetFile
    let code: String
    do throws(Diagnostic) {
      let context = try session.importContext(
        named: call[ImportCommand.file], bundledFor: NDBCImporter().key)
      do throws(Diagnostic) { code = try StationCode.find(call[ImportCommand.station], file: context.name) } catch {
        throw error.at(call.span(of: ImportCommand.station))
      }
      file = try StandardMetFile(context)
    } catch {
      throw error.at(span)
    }

    let store = try session.store()
    let isChecked = file.header.age == .historical
    let known = try KnownSamples(
      of: code, .observed, from: file.span?.from.date, through: file.span?.to.date, in: store)
    let merge = ObservationMerge(file.samples, with: known, isChecked: isChecked, resolution: file.resolution)
    try merge.write(
      code, .observed, known, extras: file.header.extras, to: store, cancellation: session.cancellation)
    var record = RecordOutput("\(code): \(merge.new) new of \(file.rowCount.counted("row"))")
    record.add("format", .text("ndbc " + (file.header.age == .realtime ? "realtime" : "historical")))
    record.add("station", .text(code))
    record.add("read", .integer(file.rowCount))
    record.add("new", .integer(merge.new))
    record.add("filled", .integer(merge.filling))
    record.add("same", .integer(merge.same + file.repeated))
    record.add("replaced", .integer(merge.replacing))
    record.add("conflicts", .integer(merge.contradicting))
    record.add("refused", .integer(file.refused.count))
    record.add("from", (file.span?.from).map(Value.datetime) ?? .missing)
    record.add("to", (file.span?.to).map(Value.datetime) ?? .missing)
    return [.record(record)] + merge.sentences.map(Output.warning) + file.sentences.map(Output.note)
  }
}
