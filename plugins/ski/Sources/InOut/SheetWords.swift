internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// What the headings and labels of waxers' sheets mean, in English, Swedish, Norwegian, German and Finnish. A sheet need not be
/// made for podium: `Lufttemp (°C)` and `air temp` are both understood, and `map=` names any other heading.
enum SheetWords {
  /// The words with those of `map=`; throws `bad-value` for an unknown meaning.
  static func columns(_ map: [String] = [], at span: SourceSpan? = nil) throws(Diagnostic) -> ColumnWords {
    ColumnWords(
      meanings: meanings,
      map: try map.map { (pair) throws(Diagnostic) in try ColumnWords.pair(pair, among: words.keys.sorted(), at: span) }
    )
  }

  /// The words for each meaning; the meanings are the columns of glides and fields of the records.
  static let words = read(
    """
    session: session, test, testnr, test nr, testnummer, test number, session number
    date: date, day, datum, dag, tag, time of test, dato, päivä, päivämäärä, pvm
    time: time, tid, klockslag, kl, start, uhrzeit, zeit, klokkeslett, klokka, kello, klo, kellonaika, aika
    place: place, plats, ort, location, venue, name of place, bana och plats, stadion, sted, paikka
    air: air, air temperature, air temp, lufttemp, lufttemperatur, luft, temp luft, temperature, temperatur, ilma, ilman lämpötila, lämpötila
    snow_temperature: snow temperature, snow temp, snötemp, snötemperatur, temp snö, schneetemp, schneetemperatur, schnee, lumi, lumen lämpötila
    humidity: humidity, air humidity, luftfuktighet, fuktighet, rh, luftfukt, luftfeuchtigkeit, luftfeuchte, feuchte, kosteus, ilmankosteus, ilman kosteus
    snow_humidity: snow humidity, snöfuktighet, snöfukt, schneefeuchte, lumen kosteus
    type: type, ski type, typ, skidtyp, stil, teknik, discipline, skityp, technik, skitype, teknikk, tyyli, hiihtotapa, suksityyppi
    new: new, new snow, fresh snow, nysnö, ny snö, ny, neuschnee, uusi lumi, uusi
    old: old, old snow, gammal snö, gammalsnö, gammal, grovkornig, kornsnö, altschnee, gammel snø, gammel, vanha lumi, vanha
    wet: wet, wet snow, blöt snö, våt snö, blötsnö, våtsnö, blöt, våt, nassschnee, nasser schnee, nass, märkä lumi, märkä
    waxer: waxer, vallare, ansvarig, wachser, serviceman, smører, voitelija, huoltaja
    tester: tester, testers, testare, åkte, fahrer, testaaja
    comment: comment, comments, remark, remarks, notes, kommentar, anmärkning, noteringar, övrigt, anm, anmärkningar, notering, note, bemerkung, bemerkungen, \
    anmerkung, notiz, merknad, merknader, huomautus, huomautuksia, huom, kommentti
    serial: serial, serial number, ski, ski pair, pair, nr, nummer, no, skidnummer, skidnr, skidpar, par, serienummer, serienr, skida, paar, skipaar, skinummer, \
    skinr, seriennummer, skipar, suksi, sukset, suksipari, pari, numero, suksen numero, sarjanumero
    owner: owner, athlete, skier, åkare, ägare, skidåkare, namn, name, läufer, läuferin, athletin, løper, utøver, eier, navn, athlet, besitzer, urheilija, hiihtäjä, \
    omistaja, nimi
    brand: brand, märke, fabrikat, marke, merke, merkki
    base: base, ski base, belag, belägg, beläggning, bas, såle, pohja
    grinding: grinding, grind, slip, slipning, struktur, schliff, sliping, hionta, kuvio
    wax: wax, glide wax, valla, glidvalla, wachs, gleitwachs, smøring, voide, luistovoide
    nickname: nickname, smeknamn, spitzname, kallenavn, lempinimi
    rank: rank, ranking, place in test, placering, plac, position, resultat, rang, platz, platzierung, plassering, plass, \
    sijoitus, sija, slutplacering, totalplacering, slutrank, gesamtrang, overall rank, loppusijoitus
    glide_rank: glide, glide rank, glid, gleiten, gleitrang, luisto
    kick_rank: kick, kick rank, fäste, grip, abstoß, halt, feste, pito
    uphill_rank: uphill, uphill rank, uppför, backe, anstieg, motbakke, nousu
    winner: winner, vinnare, vinst, first, sieger, gewinner, vinner, voittaja
    loser: loser, looser, förlorare, förlust, second, verlierer, taper, häviäjä
    left: left, left ski, vänster, venstre, links, v, l, vasen
    right: right, right ski, höger, høyre, rechts, h, r, oikea
    side: side, winning side, v/h, h/v, l/r, r/l, left/right, right/left, vänster/höger, höger/vänster, links/rechts, rechts/links, sida, seite, puoli, vasen/oikea
    difference_cm: difference, difference cm, diff, diff cm, margin, skillnad, avstånd, marginal, cm, differenz, abstand, forskjell, ero, ero cm
    lane: lane, track, spår, bana, spur, bahn, bane, rata, latu
    run: run, heat, åk, omgång, åk nr, lauf, durchgang, runde, kierros, erä
    winner_treatment: winner treatment, winner wax, vinnare valla, vinnarens valla
    loser_treatment: loser treatment, loser wax, förlorare valla, förlorarens valla
    fis_code: fis code, fiscode, fis kod, fiskod
    first_name: first name, firstname, förnamn, vorname, fornavn, etunimi
    last_name: last name, lastname, surname, efternamn, nachname, etternavn, sukunimi
    gender: gender, sex, kön, geschlecht, sukupuoli
    nation: nation, nationcode, nation code, land, nasjon, maa
    """)

  /// Lines of a meaning with its words.
  private static func read(_ text: String) -> [String: [String]] {
    let rows = text.split(separator: "\n").map { $0.split(separator: ": ").map(String.init) }
    return Dictionary(
      rows.map { ($0[0], $0[1].split(separator: ", ").map(String.init)) }, uniquingKeysWith: { first, _ in first })
  }

  private static let meanings = ColumnWords.meanings(words)
}

/// How the cells of sheets are read: numbers with their unit, days and times of day.
enum SheetValues {
  /// Whether a cell holds an error of the spreadsheet program, in whatever language: `#REF!`, `#SAKNAS!`, `#N/A`.
  static func isError(_ text: String) -> Bool {
    text.hasPrefix("#") && (text.hasSuffix("!") || text.hasSuffix("?") || text == "#N/A")
  }

  /// A number as a waxer writes it: decimal comma, a true minus sign, a unit after it; nil for anything else.
  static func number(_ text: String) -> Double? {
    var plain = text.lowercased().map { $0 == "−" || $0 == "–" ? "-" : $0 }[...]
    while let last = plain.last, !last.isNumber { plain.removeLast() }
    // Only a unit is allowed there.
    let tail = String(text.lowercased().dropFirst(plain.count)).filter { !$0.isWhitespace }
    guard ["", "°", "°c", "c", "%", "cm", "mm", "kg", "grader", "procent"].contains(tail) else { return nil }
    return Double(decimal: String(plain.filter { !$0.isWhitespace }))
  }

  /// A time of day with or without an offset: `08:30`, `8.30`, `0830`, `8:30 pm`, `kl 9`, `08:30+01:00`; nil for anything else. Of
  /// `08:30-10:00` the beginning counts, and of a day with a time the time.
  static func clock(_ text: String) -> (hour: Int, minute: Int, offset: Int?)? {
    let plain = text.lowercased()
    // A formula, a bound or a number below 0 has a digit too.
    let isOdd = plain.contains { one in
      "=<>#*%_$&@!?".contains(one) || !one.isASCII && !one.isLetter && !one.isWhitespace && !"–−".contains(one)
    }
    if isOdd || plain.first(where: { !$0.isWhitespace }).map({ "-–−".contains($0) }) ?? true { return nil }
    var numbers: [(value: Int, digits: Int, after: Character?)] = []
    var i = plain.startIndex
    while i < plain.endIndex {
      let digits = plain[i...].prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty else {
        i = plain.index(after: i)
        continue
      }
      let end = digits.endIndex
      numbers.append((Int(digits) ?? -1, digits.count, end < plain.endIndex ? plain[end] : nil))
      i = end
    }
    let isEvening = plain.contains("pm") || plain.contains("p.m")
    let isMorning = plain.contains("am") || plain.contains("a.m")
    func valid(_ hour: Int, _ minute: Int) -> (hour: Int, minute: Int, offset: Int?)? {
      var hour = hour
      if isEvening || isMorning {
        guard (1...12).contains(hour) else { return nil }
        hour = hour % 12 + (isEvening ? 12 : 0)
      }
      guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
      return (hour, minute, nil)
    }
    if let whole = TypedMoment("2000-01-01T" + plain.uppercased(), now: nil), let offset = whole.offset,
      let shown = TypedMoment.text(whole.moment, offset: offset)
    {
      let parts = shown.dropFirst(11).prefix(5).split(separator: ":").compactMap { Int($0) }
      // Unlike an offset, the end of a test is later than its beginning.
      let isRange = numbers.count == 4 && -offset >= (parts.first ?? 0) * 60
      if parts.count == 2, !isRange { return (parts[0], parts[1], offset) }
    }
    for (place, number) in numbers.enumerated().dropLast() {
      let next = numbers[place + 1]
      if number.digits <= 2, next.digits == 2, let mark = number.after, ":.h,".contains(mark) {
        return valid(number.value, next.value)
      }
    }
    guard numbers.count == 1 || (numbers.count == 2 && numbers[1].digits == numbers[0].digits), let only = numbers.first
    else { return nil }
    switch only.digits {
    case 1, 2: return numbers.count == 1 ? valid(only.value, 0) : nil
    case 3, 4: return valid(only.value / 100, only.value % 100)
    default: return nil
    }
  }
}

/// A rank as people write it: `2`, `2.`, `2=`, `=2`, `T2`, `2T`, `2:a`, `2nd`, `delad 2`, `2-3`, `2,5`.
enum RankText: Equatable {
  /// A rank, and whether it is marked as a tie.
  case rank(Int, isTied: Bool)
  /// No rank: a word in its place, as `DNS` or `broken`.
  case word
  /// Something else with a digit, as `1.3` or `99999`.
  case other

  /// The largest rank: no test has more pairs.
  private static let most = 500

  init(_ text: String) {
    let plain = text.lowercased().filter { !$0.isWhitespace }.replacing("½", with: ",5")
    if let number = Double(decimal: plain.drop { $0 == "+" }) {
      // 2,5 is the mean of the places 2 and 3, which are shared.
      self =
        number < 1 || number > Double(Self.most)
        ? .other
        : Int(exactly: number).map { .rank($0, isTied: false) }
          ?? Int(exactly: number - 0.5).map { .rank($0, isTied: true) } ?? .other
      return
    }
    guard let first = plain.firstIndex(where: { $0.isASCII && $0.isNumber }) else {
      self = .word
      return
    }
    let rest = plain[first...]
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let after = rest.dropFirst(digits.count)
    guard let rank = Int(digits), (1...RankText.most).contains(rank),
      let before = Self.marks(plain[..<first], isBefore: true)
    else {
      self = .other
      return
    }
    if after.first == "-" || after.first == "–", let last = Int(after.dropFirst()), last > rank {
      // 2-3: both places are shared.
      self = .rank(rank, isTied: true)
    } else {
      self = Self.marks(after).map { .rank(rank, isTied: before || $0) } ?? .other
    }
  }

  /// A comment with what is written in place of a rank: `ej testad`, `glide: broken`.
  static func remark(_ text: String, _ field: String, after comment: String?) -> String {
    let name = field == "rank" ? "" : field.replacing("_rank", with: "") + ": "
    return [comment, name + text].compactMap(\.self).joined(separator: "; ")
  }

  /// Whether marks before or after a rank say that it is tied; nil if there is anything else.
  private static func marks(_ text: Substring, isBefore: Bool = false) -> Bool? {
    var (rest, isTied) = (text, false)
    while !rest.isEmpty {
      if let mark = (isBefore ? numerals : numerals + ordinals).first(where: { rest.hasPrefix($0) }) {
        rest = rest.dropFirst(mark.count)
      } else if let mark = ties.first(where: { rest.hasPrefix($0) }) {
        (rest, isTied) = (rest.dropFirst(mark.count), true)
      } else {
        return nil
      }
    }
    return isTied
  }

  private static let numerals = ["nr", "no", "#", ".", ")"]
  private static let ordinals = [":a", ":e", "st", "nd", "rd", "th", "a", "e"]
  private static let ties = ["=", "tied", "tie", "t-", "t", "delad", "delt", "joint", "geteilt"]
}
