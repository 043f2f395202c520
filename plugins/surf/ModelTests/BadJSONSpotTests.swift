import PodiumCore
import SurfModel
import Testing

/// Lists of spots in JSON with one bad cell in each field, one at a time: all else is kept, and the bad one is named with its
/// entry. All lists are made.
struct BadJSONSpotTests {
  /// A list of two spots, of which the second has the cell `bad` in place of a field, and what it is like otherwise.
  private static let fields: [(name: String, text: String)] = [
    ("name", #""B""#), ("region", #""North""#), ("lat", "36.97"), ("lon", "-121.96"), ("facing", "150"),
    ("buoy", #""46000""#), ("tide", #""1234567""#), ("zone", #""America/Los_Angeles""#),
    ("swell_window", #""290..20""#),
    ("tide_band", #""low,mid""#),
  ]
  private static let cells = [#""??""#, "{}", #"{"a":1}"#, "[1]", "true", "null", "1e999"]

  private enum Form: CaseIterable {
    case list, below, nested, geoJSON

    /// A spot with the given fields.
    func entry(_ fields: [(name: String, text: String)]) -> String {
      func object(_ fields: [(name: String, text: String)]) -> String {
        "{" + fields.map { "\"\($0.name)\":\($0.text)" }.joined(separator: ",") + "}"
      }
      let place = fields.filter { $0.name == "lat" || $0.name == "lon" }
      let others = fields.filter { $0.name != "lat" && $0.name != "lon" }
      switch self {
      case .list, .below: return object(fields)
      case .nested: return object(others + [("location", object(place))])
      case .geoJSON:
        let point = #"{"type":"Point","coordinates":[\#(place[1].text),\#(place[0].text)]}"#
        return #"{"type":"Feature","geometry":\#(point),"properties":\#(object(others))}"#
      }
    }

    func file(_ entries: [String]) -> String {
      let list = "[" + entries.joined(separator: ",") + "]"
      switch self {
      case .list, .nested: return list
      case .below: return #"{"spots":\#(list)}"#
      case .geoJSON: return #"{"type":"FeatureCollection","features":\#(list)}"#
      }
    }
  }

  private static let first: [(name: String, text: String)] = [("name", #""A""#), ("lat", "10"), ("lon", "20")]

  private func read(_ text: String) throws -> SpotList { try SpotList(Sample.bytes(text), name: "made.json") }

  @Test func `one bad cell costs no other, and is named with its entry`() throws {
    for form in Form.allCases {
      let whole = try read(form.file([form.entry(Self.first), form.entry(Self.fields)]))
      #expect(whole.spots.count == 2 && whole.report.refused.isEmpty && whole.report.remarks.isEmpty, "\(form)")
      let good = try #require(whole.spots.last)
      #expect(good.facing == 150 && good.window.swell != nil && good.source == "entry 2", "\(form)")
      for place in Self.fields.indices {
        for cell in Self.cells {
          var fields = Self.fields
          fields[place].text = cell
          let name = fields[place].name
          let title = "\(form) \(name) \(cell)"
          // A number beyond all others makes no JSON of it.
          guard let list = try? read(form.file([form.entry(Self.first), form.entry(fields)])) else {
            #expect(cell == "1e999", "\(title)")
            continue
          }
          let said = list.report.refused.map { "\($0.place): \($0.reason)" } + list.report.remarks
          #expect(list.spots.first == whole.spots.first, "\(title)")
          let isKey = ["name", "lat", "lon"].contains(name)
          // Any text, and any number as one, may be a name, a region, a station or a zone.
          let isText = ["name", "region", "buoy", "tide", "zone"].contains(name) && [#""??""#, "1e999"].contains(cell)
          let isMissing = cell == "null" && !isKey
          if !isText && !isMissing {
            #expect(said.contains { $0.hasPrefix("entry 2: ") }, "\(title): \(said)")
            #expect(cell != #""??""# || said.contains { $0.contains("'??'") }, "\(title): \(said)")
          }
          #expect(list.spots.count == (isKey && !isText ? 1 : 2), "\(title): \(said)")
          guard list.spots.count == 2, var kept = list.spots.last else { continue }
          // With the lost field put back it is what it was.
          switch name {
          case "name": kept.name = good.name
          case "region": kept.region = good.region
          case "facing": kept.facing = good.facing
          case "buoy": kept.buoy = good.buoy
          case "tide": kept.tide = good.tide
          case "zone": kept.zone = good.zone
          default: kept.window = good.window
          }
          #expect(kept == good, "\(title)")
        }
      }
    }
  }

  @Test func `a bad block of an entry costs the other entries nothing`() throws {
    for block in [#""??""#, "7", "null", "[]", #"{"name":"B","location":"??"}"#, #"{"name":"B","geometry":"??"}"#] {
      let list = try read("[" + Form.list.entry(Self.first) + "," + block + "," + Form.list.entry(Self.fields) + "]")
      #expect(list.spots.map(\.name) == ["A", "B"] && list.report.refused.map(\.place) == ["entry 2"], "\(block)")
    }
  }
}
