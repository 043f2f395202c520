internal import PodiumCore
internal import PodiumPlugin

/// How a resource is shown: to programs as JSON, to people as a page, to spreadsheets as CSV.
enum Representation: String, CaseIterable {
  case json, html, csv

  /// What `format=` names, or else what the reader prefers, JSON first; throws `bad-parameter`.
  init(_ request: ServedRequest) throws(Diagnostic) {
    let names = Representation.allCases.map(\.rawValue)
    if let named = try GivenParameters(request.query).choice("format", names).flatMap(Representation.init(rawValue:)) {
      self = named
      return
    }
    var best = (form: Representation.json, weight: 0.0)
    for form in Representation.allCases {
      let weight = Representation.weight(of: form.type, request)
      if weight > best.weight { best = (form, weight) }
    }
    self = best.form
  }

  static let csvType = "text/csv; charset=utf-8; header=present"

  private var type: String {
    switch self {
    case .json: "application/json"
    case .html: "text/html"
    case .csv: "text/csv"
    }
  }

  /// How much a reader wants a type: the most exact range decides.
  private static func weight(of type: String, _ request: ServedRequest) -> Double {
    let ranges = [type, type.prefix { $0 != "/" } + "/*", "*/*"]
    let wanted = request.wanted("accept") ?? [("*/*", 1)]
    return ranges.lazy.compactMap { range in wanted.first { $0.name == range }?.weight }.first ?? 0
  }

  /// The tag of a representation: the revision alone for all of it as JSON, so that a change may name what it saw.
  func tag(_ revision: Int, fields: String?) -> String {
    var tag = "\(revision)"
    if self != .json { tag += "-" + rawValue }
    if let fields { tag += "-" + SHA256.hex(Array(fields.utf8)).prefix(8) }
    return "\"" + tag + "\""
  }

  /// The revision that a tag names, whatever the representation; nil for a tag of another service.
  static func revision(_ tag: String) -> Int? {
    guard tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
    return Int(tag.dropFirst().prefix { $0 != "-" && $0 != "\"" })
  }
}

extension Resources {
  /// Records as CSV, of which spreadsheets run nothing as a formula.
  func csv(
    _ records: [Record], _ fields: [String], _ order: [(field: String, descending: Bool)], of kind: String,
    _ store: any RecordStore
  ) throws(Diagnostic) -> [UInt8] {
    guard let exporter = runner.registry.exporters.values.first(where: { $0.extensions.contains("csv") }) else {
      throw ResourceQuery.bad("nothing writes CSV here")
    }
    let table = try store.table(
      RecordQuery(kind, where: [.ids(records.map(\.id))], order: order), fields: RecordJSON.ofEveryRecord + fields)
    return try exporter.write(try FormulaCells.disarmed(table))
  }
}
