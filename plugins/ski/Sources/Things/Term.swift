internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// A term of a list: a brand, a type, a grinding, a place.
struct Term: Sendable {
  var list = ""
  var name = ""
  var isArchived = false

  static let thing = Thing<Term>(SkiKinds.term, verb: "ski term", key: "name", blank: Term()) {
    Field("list", \.list)
    Field(naming: "name", \.name)
    Field("description", .text(), help: "Description.")
    Field(
      "counts_as", .choice(SnowClass.allCases.map(\.rawValue)), key: "counts-as",
      help: "Class that this type of snow counts as.")
    Field(
      "icssg", .choice(["PP", "MM", "DF", "RG", "FC", "DH", "SH", "MF", "IF"]),
      help: "Code in the International Classification for Seasonal Snow on the Ground (2009).")
    Field("best_snow", .text(), key: "snow", help: "Snow that a grinding is best for, as in new, new|old or wet+old.")
    Field(
      "best_above_c", .number(in: -60...40, unit: "°C"), key: "above",
      help: "Air temperature above which a grinding is best.")
    Field(
      "best_below_c", .number(in: -60...40, unit: "°C"), key: "below",
      help: "Air temperature below which a grinding is best.")
    Field("latitude", .number(in: -90...90, unit: "°"), help: "Latitude of a place, positive north.")
    Field("longitude", .number(in: -180...180, unit: "°"), help: "Longitude of a place, positive east.")
    Field("archived", orBlank: \.isArchived)
  }.actions(TermCommand.actions, sample: ThingSample("base White", "base Grey", made: .thesis, unknown: "unknown-base"))
}
