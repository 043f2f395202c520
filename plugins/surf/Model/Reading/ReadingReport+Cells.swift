public import PodiumCore

/// Cells of JSON: what is there and is not what it should be is named with its place and is missing; the others are kept.
extension ReadingReport {
  /// A number; nil where it is absent or null. Some services write numbers as text, and false for what they do not know.
  public mutating func number(
    _ value: JSONValue?, _ name: String, at place: String, orText: Bool = false, orFalse: Bool = false
  ) -> Double? {
    guard let value, !value.isNull else { return nil }
    if orFalse, value.bool == false { return nil }
    if let number = orText ? value.measure : value.number { return number }
    refuse(place, cell: name, value, "a number")
    return nil
  }

  /// An object; nil where it is absent or null.
  public mutating func object(_ value: JSONValue?, _ name: String, at place: String) -> JSONValue? {
    guard let value, !value.isNull else { return nil }
    if value.members != nil { return value }
    refuse(place, cell: name, value, "an object")
    return nil
  }

  /// The entries of a list; none where it is absent or null.
  public mutating func list(_ value: JSONValue?, _ name: String, at place: String) -> [JSONValue] {
    guard let value, !value.isNull else { return [] }
    if let list = value.array { return list }
    refuse(place, cell: name, value, "a list")
    return []
  }

  /// What a text stands for; nil where it is absent, null or empty.
  public mutating func word<Meaning>(
    _ value: JSONValue?, _ name: String, at place: String, _ wanted: String, _ meaning: (String) -> Meaning?
  ) -> Meaning? {
    guard let value, !value.isNull, value.string?.trimmed.isEmpty != true else { return nil }
    if let found = value.words.flatMap(meaning) { return found }
    refuse(place, cell: name, value, wanted)
    return nil
  }

  /// A place on the earth; a wrong one is named in a remark, since it belongs to no hour.
  public mutating func place(_ latitude: JSONValue?, _ longitude: JSONValue?) -> Coordinate? {
    let place = Coordinate(latitude, longitude)
    if place == nil, latitude?.isNull == false || longitude?.isNull == false {
      let words = [latitude, longitude].map { $0?.shown ?? "nothing" }.joined(separator: ", ")
      remark("the place of the forecast is left out: \(words) is not a latitude and a longitude")
    }
    return place
  }

  /// `: '??'`, the end of a sentence on a value; empty where there is none.
  public static func given(_ value: JSONValue?) -> String { value.map { ": " + $0.shown } ?? "" }

  public mutating func refuse(_ place: String, cell name: String, _ value: JSONValue, _ wanted: String) {
    refuse(place, "\(Abridged.quoted(name)) is \(value.shown), not \(wanted)")
  }
}

extension JSONValue {
  /// The value as a message has it.
  public var shown: String { string.map { Abridged.quoted($0) } ?? number.map(NumberText.shortest) ?? kindName }
}
