internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// A property of a session that is rated besides the overall rating.
struct Category: Sendable, Equatable {
  /// The name as it is typed: lower-case words joined by hyphens.
  let key: String
  var name: String
  var scale: ClosedRange<Int>
  /// What steps of the scale mean.
  var words: [Int: String] = [:]
  var lowIsGood = false
  var isArchived = false

  /// The ratings that any scale can have.
  static let widest = -1000...1000

  /// The overall rating, whose words go by the share of waves worth riding.
  static let overall = Category(
    key: "overall", name: "overall", scale: 1...5,
    words: [
      1: "hardly a wave worth riding", 2: "about a third of the waves worth riding",
      3: "about half of the waves worth riding", 4: "two thirds of the waves worth riding",
      5: "nearly every wave worth riding",
    ])

  /// What journals begin with.
  static let standard = [
    Category(key: "power", name: "power", scale: 1...5, words: [1: "weak", 3: "solid", 5: "very powerful"]),
    Category(key: "steepness", name: "steepness", scale: 1...5, words: [1: "mushy", 3: "steep", 5: "vertical"]),
    Category(
      key: "consistency", name: "consistency", scale: 1...5, words: [1: "long waits", 3: "regular sets", 5: "constant"]),
    Category(key: "speed", name: "speed", scale: 1...5, words: [1: "slow", 3: "quick", 5: "racing"]),
    Category(
      key: "chop", name: "chop", scale: 1...5, words: [1: "glassy", 3: "bumpy", 5: "blown out"], lowIsGood: true),
    Category(
      key: "closeouts", name: "closeouts", scale: 1...5, words: [1: "none", 3: "every other wave", 5: "every wave"],
      lowIsGood: true),
  ]

  /// Names that the columns of a journal have already, so that no category may take them.
  static let reserved: [String] =
    [
      "overall", "start", "end", "spot", "person", "region", "latitude", "longitude", "zone", "conditions", "lead_h",
      "id", "day_only",
      "minutes", "waves", "size_m", "size", "board", "crowd", "note", "rating", "good", "meaning", "from", "to",
      "issued", "session", "forecast", "observed", "journal", "onshore_ms", "cross_ms", "tide_fraction", "tide_trend",
    ] + SeaVariable.allCases.map(\.column)

  /// Whether a column of a journal has the name of a key; hyphens and underscores count as the same.
  static func isReserved(_ key: String) -> Bool {
    let bare = SpotName.bare(key)
    return reserved.contains { SpotName.bare($0) == bare }
  }

  /// The key of a name; nil for one without letters or digits.
  static func key(_ name: String) -> String? {
    let key = SpotName.bare(name).split(separator: " ").joined(separator: "-")
    return key.isEmpty || key.count > 40 || key.contains(":") ? nil : key
  }

  /// The rating that a text means: a number of the scale, or the word of a step; nil for any other.
  func rating(_ text: String) -> Int? {
    if let number = Int(text) { return scale.contains(number) ? number : nil }
    let bare = SpotName.bare(text)
    return bare.isEmpty ? nil : words.first { SpotName.bare($0.value) == bare }?.key
  }

  /// A rating with its word: `4 of 5`, `5 of 5, vertical`.
  func text(_ value: Int) -> String { "\(value) of \(scale.upperBound)" + (words[value].map { ", " + $0 } ?? "") }
}

extension Category {
  /// A category as it is kept: its scale in two fields, its words in lines.
  struct Row: Sendable {
    var key = ""
    var name = ""
    var low = 0
    var high = 0
    var words: String?
    var lowIsGood = false
    var isArchived = false
  }

  static let thing = Thing<Row>(
    JournalKinds.category, verb: "surf category", plural: "categories", key: "key", blank: Row()
  ) {
    Field(naming: "key", \.key)
    Field("name", \.name)
    Field("low", \.low)
    Field("high", \.high)
    Field("words", \.words)
    Field("low_is_good", orBlank: \.lowIsGood)
    Field("archived", orBlank: \.isArchived)
  }
  .actions(CategoryCommand.actions, lister: "surf categories")

  /// The standard categories and your own, archived ones too.
  static func all(in store: any RecordStore) throws(Diagnostic) -> [Category] {
    var categories = standard
    for row in try thing.items(in: store, order: [("key", false)]) {
      guard Category.widest.contains(row.low), Category.widest.contains(row.high), row.low < row.high else { continue }
      let category = Category(
        key: row.key, name: row.name, scale: row.low...row.high, words: words(row.words), lowIsGood: row.lowIsGood,
        isArchived: row.isArchived)
      if let place = categories.firstIndex(where: { $0.key == category.key }) {
        categories[place] = category
      } else {
        categories.append(category)
      }
    }
    return categories
  }

  func store(in store: any RecordStore, cancellation: Cancellation) throws(Diagnostic) {
    let text = words.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: "\n")
    let row = Row(
      key: key, name: name, low: scale.lowerBound, high: scale.upperBound, words: text.isEmpty ? nil : text,
      lowIsGood: lowIsGood, isArchived: isArchived)
    try Category.thing.store([row], in: store, cancellation: cancellation)
  }

  private static func words(_ text: String?) -> [Int: String] {
    var words: [Int: String] = [:]
    for line in (text ?? "").split(separator: "\n") {
      if let (step, word) = step(String(line)) { words[step] = word }
    }
    return words
  }

  /// A scale as it is typed, `1..5`; throws `bad-value`.
  static func scale(_ typed: String, span: SourceSpan?) throws(Diagnostic) -> ClosedRange<Int> {
    guard let (low, high) = typed.halves(of: ".."), let lowest = Int(low), let highest = Int(high),
      (-1000...1000).contains(lowest), (-1000...1000).contains(highest), lowest < highest
    else {
      throw .badValue(
        "scale", typed, allowed: "two whole numbers from -1000 to 1000, lowest first, as in 1..5", span: span)
    }
    return lowest...highest
  }

  /// `5 vertical`: a step of the scale and its word; nil for any other text.
  static func step(_ text: String) -> (Int, String)? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let step = Int(parts[0]) else { return nil }
    let word = parts[1].split(separator: " ").joined(separator: " ")
    return word.isEmpty ? nil : (step, String(word.prefix(60)))
  }
}
