/// When a spot works: the directions of swell that reach it, and the stages of its tide.
public struct SpotWindow: Sendable, Equatable {
  /// From where swell reaches the spot; nil where it is not known.
  public var swell: Arc?
  /// Empty: any level.
  public var levels: Set<TideStage.Level> = []
  /// Empty: any trend.
  public var trends: Set<TideStage.Trend> = []

  public static let tideForm = "stages of the tide: low, mid, high, rising, falling, slack"

  public init() {}

  public var isEmpty: Bool { self == SpotWindow() }

  /// Reads stages such as `low,mid`, between them commas, semicolons, slashes or spaces; false for other words or none.
  public mutating func takeTide(_ text: String) -> Bool {
    (levels, trends) = ([], [])
    let words = text.lowercased().split { ",;/ ".contains($0) }.map(String.init)
    for word in words {
      if let level = TideStage.Level(rawValue: word) {
        levels.insert(level)
      } else if let trend = TideStage.Trend(rawValue: word) {
        trends.insert(trend)
      } else {
        (levels, trends) = ([], [])
        return false
      }
    }
    return !words.isEmpty
  }

  /// As `290..20`.
  public var swellText: String? { swell?.text }

  /// As `low,mid,rising`.
  public var tideText: String? {
    let words =
      TideStage.Level.allCases.filter(levels.contains).map(\.rawValue)
      + TideStage.Trend.allCases.filter(trends.contains).map(\.rawValue)
    return words.isEmpty ? nil : words.joined(separator: ",")
  }

  /// How a sea meets it: what is not known is never inside.
  public func match(_ sea: SeaState) -> PreferenceMatch {
    var limits = Preference()
    (limits.swellDirection, limits.tideLevels, limits.tideTrends) = (swell, levels, trends)
    // A spot works at night too.
    limits.daylightOnly = false
    return limits.match(PreferenceHour(sea))
  }
}
