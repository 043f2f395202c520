internal import PodiumCore

extension SheetDates {
  /// A day as the general reader knows it: without its weekday (`Sa, 24.01.2026`), with an English month (`24. Dezember 2025`,
  /// `24. tammikuuta 2026`) and a time after it with a colon (`24/1 2026 kl 08.30`); any other text, and what is read as it is,
  /// unchanged.
  static func plain(_ text: String) -> String {
    guard text.contains(where: \.isLetter), TextDates([String]()).reading(text) == .none else { return text }
    var words: [String] = []
    var hasTime = false
    for piece in text.lowercased().split(whereSeparator: { $0.isWhitespace || ",()".contains($0) }) {
      let bare = piece.last == "." ? String(piece.dropLast()) : String(piece)
      if clockWords.contains(bare) {
        hasTime = true
      } else if !dayWords.contains(bare) {
        words.append(month(bare) ?? String(piece))
      }
    }
    if words.count > 2, month(words[0]) != nil { words.swapAt(0, 1) }
    if hasTime, words.count > 1, let minute = SheetValues.clock(words[words.count - 1])?.minute {
      words[words.count - 1] = "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
    }
    return words.joined(separator: " ")
  }

  /// The English month that a word of another language or its beginning is; nil for other words.
  private static func month(_ word: String) -> String? {
    let stem = ["kuuta", "kuu"].first { word.hasSuffix($0) }.map { String(word.dropLast($0.count)) } ?? word
    return months.first { $0.contains(stem) }?.first
  }

  private static let months = [
    "jan jänner jaenner tammi", "feb feber helmi", "mar märz maerz mrz maalis", "apr huhti", "may touko", "jun kesä",
    "jul heinä", "aug elo", "sep syys", "oct loka", "nov marras", "dec dezember dez joulu",
  ].map { $0.split(separator: " ").map(String.init) }

  private static let clockWords: Set<String> = ["kl", "klo", "klokka", "klockan", "uhr", "um", "at"]

  /// Weekdays, and what people write before a day.
  private static let dayWords = Set(
    """
    den der am the on mån tis ons tors tor fre lör sön måndag tisdag onsdag torsdag fredag lördag söndag man tir lør søn \
    mandag tirsdag lørdag søndag mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag \
    ma ti ke to pe la su maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai mon tue tues wed thu thur thurs \
    fri sat sun monday tuesday wednesday thursday friday saturday sunday
    """.split(separator: " ").map(String.init))
}
