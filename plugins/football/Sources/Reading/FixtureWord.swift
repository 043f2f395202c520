internal import FootballModel
internal import PodiumCore

/// What a word beside the teams says of a match, in the languages of the headings.
enum FixtureWord: Equatable {
  case played
  case open
  /// Under way: a score beside it is not final.
  case running
  /// Stopped where it has a score, and otherwise not begun.
  case suspended
  case state(MatchState)
  /// Won by a side that is named, or not.
  case won(StoredMatch.Winner)
  case walkover(StoredMatch.Winner?)
  /// The score that a body decreed.
  case decreed

  /// `Postponed`, `Abbruch`, `Aplazado (lluvia)`, `Nichtantritt Gast`, `67'`; nil for other words.
  init?(_ text: String) {
    if let word = FixtureWord(whole: text) {
      self = word
      return
    }
    // A reason may follow: `Postponed - Waterlogged Pitch`.
    let ends = ["(", " - ", " – ", ":", ",", "/"].compactMap { text.firstRange(of: $0)?.lowerBound }
    guard let end = ends.min(), let word = FixtureWord(whole: String(text[..<end])),
      word != .played || !text[end...].contains(where: \.isNumber)
    else { return nil }
    self = word
  }

  private init?(whole text: String) {
    var lower = text.lowercased().trimmed
    if let word = FixtureWord.words[lower] {
      self = word
      return
    }
    if TextScore.isWalkover(lower) {
      self = .walkover(nil)
      return
    }
    if lower.hasSuffix("'"), lower.dropLast().allSatisfy({ $0.isNumber || $0 == "+" }), lower.count < 8 {
      self = .running
      return
    }
    if lower.hasSuffix(".") { lower.removeLast() }
    if let word = FixtureWord.words[lower] {
      self = word
      return
    }
    let parts = lower.split { " -".contains($0) }.map(String.init)
    guard parts.count == 2 else { return nil }
    for (side, kind) in [(parts[0], parts[1]), (parts[1], parts[0])] {
      guard let winner = FixtureWord.sides[side] else { continue }
      if ["win", "sieg"].contains(kind) {
        self = .won(winner)
        return
      }
      if TextScore.isWalkover(kind) {
        self = .walkover(winner)
        return
      }
      // The side that does not come loses.
      if ["nichtantritt", "incomparecencia", "no-show"].contains(kind) {
        self = .walkover(winner == .home ? .away : .home)
        return
      }
    }
    return nil
  }

  private static let sides: [String: StoredMatch.Winner] = [
    "home": .home, "away": .away, "heim": .home, "gast": .away, "hemma": .home, "borta": .away, "local": .home,
    "visitante": .away,
  ]

  private static let words: [String: FixtureWord] = {
    let all: [(FixtureWord, String)] = [
      (
        .played,
        "played|result|full time|full-time|ft|final|finished|ended|beendet|gespielt|finalizado|finalizada|terminado|"
          + "terminada|jugado|slut|spelad|avslutad|terminé|joué|terminata|giocata|gespeeld|afgelopen"
      ),
      (
        .open,
        "scheduled|fixture|not started|ns|upcoming|angesetzt|geplant|programado|programada|pendiente|kommande|ej spelad|"
          + "planerad|à venir|da giocare|gepland"
      ),
      (
        .running,
        "live|in play|in progress|under way|half time|half-time|halftime|ht|first half|second half|1st half|2nd half|"
          + "läuft|halbzeit|hz|pause|1. halbzeit|2. halbzeit|en juego|en vivo|en directo|descanso|primer tiempo|"
          + "segundo tiempo|pågår|halvtid|paus|första halvlek|andra halvlek|en cours|mi-temps|in corso|intervallo|rust"
      ),
      (.suspended, "suspended|interrupted|unterbrochen|suspendido|suspendida|interrumpido|interrompu|sospesa|sospeso"),
      (
        .state(.postponed),
        "postponed|ppd|p-p|postp|called off|rearranged|uppskjuten|framflyttad|flyttad|verlegt|verschoben|absetzung|"
          + "abgesetzt|abgesagt|ausfall|ausgefallen|spielausfall|aplazado|aplazada|pospuesto|pospuesta|reporté|rinviata|"
          + "rinviato|uitgesteld|afgelast|utsatt|udsat"
      ),
      (
        .state(.cancelled),
        "cancelled|canceled|void|inställd|annullerad|annulliert|gestrichen|cancelado|cancelada|anulado|anulada|annulé|"
          + "annullata|avlyst|aflyst"
      ),
      (
        .state(.abandoned),
        "abandoned|avbruten|abbruch|abgebrochen|spielabbruch|abandonado|abandonada|arrêté|gestaakt|avbrutt|afbrudt"
      ),
      (.walkover(nil), "nichtantritt|incomparecencia|forfait|w o|walk over|walk-over"),
      (.decreed, "awarded|urteil|wertung|sportgerichtsurteil"),
    ]
    var found: [String: FixtureWord] = [:]
    for (word, texts) in all { for text in texts.split(separator: "|") { found[String(text)] = word } }
    return found
  }()

  /// Takes it into a match, with the score that the match has.
  func apply(to match: inout SourceMatch) {
    func clear(_ state: MatchState) {
      (match.state, match.fullTime, match.halfTime, match.extraTime, match.penalties) = (state, nil, nil, nil, nil)
    }
    switch self {
    case .played, .open: break
    case .running: clear(.scheduled)
    case .suspended: clear(match.score == nil ? .postponed : .abandoned)
    case .state(let state): clear(state)
    case .won(let winner):
      // Beside a score it says what the score does.
      if match.score == nil { (match.state, match.winner) = (.awarded, winner) }
    case .walkover(let winner):
      match.state = .awarded
      if match.score == nil { match.winner = winner ?? match.winner }
    case .decreed: if match.score != nil { match.state = .awarded }
    }
  }
}

extension FixtureWord {
  /// A cell whose words for extra time and shoot-outs are those of scores: `2-1 aet` of `2-1 nach Verlängerung`.
  static func marked(_ cell: String) -> String {
    guard cell.contains(where: \.isLetter) else { return cell }
    var text = cell.lowercased()
    for (phrase, mark) in marks where text.contains(phrase) { text = text.replacing(phrase, with: mark) }
    return text
  }

  /// The longer ones first.
  private static let marks: [(phrase: String, mark: String)] = {
    let all = [
      "aet":
        "after extra time|extra time|nach verlängerung|verlängerung|n. v.|tras la prórroga|tras prórroga|prórroga|prorroga|"
        + "efter förlängning|förlängning|après prolongation|dopo i supplementari|na verlenging",
      "pen":
        "after penalties|on penalties|penalty shoot-out|penalty shootout|nach elfmeterschießen|im elfmeterschießen|"
        + "elfmeterschießen|n.e.|n. e.|tanda de penaltis|penaltis|penales|efter straffar|efter straffläggning|straffar|"
        + "tirs au but|ai rigori",
    ]
    return all.flatMap { mark, phrases in phrases.split(separator: "|").map { (String($0), mark) } }
      .sorted { ($1.0.utf8.count, $0.0) < ($0.0.utf8.count, $1.0) }
  }()
}
