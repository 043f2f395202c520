internal import PodiumCore
internal import PodiumRecords

/// What the headings and labels of waxers' sheets mean, in English, Swedish and German.
///
/// A sheet need not be made for podium: `Lufttemp (°C)` and `air temp` are both understood, and `map=` names
/// any other heading.
enum SheetWords {
  /// The words with those of `map=`; throws `bad-value` for an unknown meaning.
  static func columns(_ map: [String] = [], at span: SourceSpan? = nil) throws(Diagnostic) -> ColumnWords {
    ColumnWords(
      meanings: meanings,
      map: try map.map { (pair) throws(Diagnostic) in
        try ColumnWords.pair(pair, among: words.keys.sorted(), at: span)
      })
  }

  /// The words for each meaning; the meanings are the columns of glides and fields of the records.
  static let words: [String: [String]] = [
    "session": ["session", "test", "testnr", "test nr", "testnummer", "test number", "session number"],
    "date": ["date", "day", "datum", "dag", "tag", "time of test"],
    "time": ["time", "tid", "klockslag", "kl", "start", "uhrzeit", "zeit"],
    "place": ["place", "plats", "ort", "location", "venue", "name of place", "bana och plats", "stadion"],
    "air": [
      "air", "air temperature", "air temp", "lufttemp", "lufttemperatur", "luft", "temp luft", "temperature",
      "temperatur",
    ],
    "snow_temperature": [
      "snow temperature", "snow temp", "snötemp", "snötemperatur", "temp snö", "schneetemp", "schneetemperatur",
      "schnee",
    ],
    "humidity": [
      "humidity", "air humidity", "luftfuktighet", "fuktighet", "rh", "luftfukt", "luftfeuchtigkeit", "luftfeuchte",
      "feuchte",
    ],
    "snow_humidity": ["snow humidity", "snöfuktighet", "snöfukt", "schneefeuchte"],
    "type": ["type", "ski type", "typ", "skidtyp", "stil", "teknik", "discipline", "skityp", "technik"],
    "new": ["new", "new snow", "fresh snow", "nysnö", "ny snö", "ny", "neuschnee"],
    "old": ["old", "old snow", "gammal snö", "gammalsnö", "gammal", "grovkornig", "kornsnö", "altschnee"],
    "wet": [
      "wet", "wet snow", "blöt snö", "våt snö", "blötsnö", "våtsnö", "blöt", "våt", "nassschnee", "nasser schnee",
      "nass",
    ],
    "waxer": ["waxer", "vallare", "ansvarig", "wachser", "serviceman"],
    "tester": ["tester", "testers", "testare", "åkte", "fahrer"],
    "comment": [
      "comment", "comments", "remark", "remarks", "notes", "kommentar", "anmärkning", "noteringar", "övrigt",
      "anm", "anmärkningar", "notering", "note", "bemerkung", "bemerkungen", "anmerkung", "notiz",
    ],
    "serial": [
      "serial", "serial number", "ski", "ski pair", "pair", "nr", "nummer", "no", "skidnummer", "skidnr", "skidpar",
      "par", "serienummer", "serienr", "skida", "paar", "skipaar", "skinummer", "skinr", "seriennummer",
    ],
    "owner": [
      "owner", "athlete", "skier", "åkare", "ägare", "skidåkare", "namn", "name", "läufer", "läuferin", "athletin",
    ],
    "brand": ["brand", "märke", "fabrikat", "marke"],
    "base": ["base", "ski base", "belag", "belägg", "beläggning", "bas"],
    "grinding": ["grinding", "grind", "slip", "slipning", "struktur", "schliff"],
    "wax": ["wax", "glide wax", "valla", "glidvalla", "wachs", "gleitwachs"],
    "nickname": ["nickname", "smeknamn", "spitzname"],
    "rank": [
      "rank", "ranking", "place in test", "placering", "plac", "position", "resultat", "rang", "platz", "platzierung",
    ],
    "glide_rank": ["glide", "glide rank", "glid", "gleiten", "gleitrang"],
    "kick_rank": ["kick", "kick rank", "fäste", "grip", "abstoß", "halt"],
    "uphill_rank": ["uphill", "uphill rank", "uppför", "backe", "anstieg"],
    "winner": ["winner", "vinnare", "vinst", "first", "sieger", "gewinner"],
    "loser": ["loser", "looser", "förlorare", "förlust", "second", "verlierer"],
    "left": ["left", "left ski", "vänster", "venstre", "links", "v", "l"],
    "right": ["right", "right ski", "höger", "høyre", "rechts", "h", "r"],
    "side": [
      "side", "winning side", "v/h", "h/v", "l/r", "r/l", "left/right", "right/left", "vänster/höger", "höger/vänster",
      "links/rechts", "rechts/links", "sida", "seite",
    ],
    "difference_cm": [
      "difference", "difference cm", "diff", "diff cm", "margin", "skillnad", "avstånd", "marginal", "cm", "differenz",
      "abstand",
    ],
    "lane": ["lane", "track", "spår", "bana", "spur", "bahn"],
    "run": ["run", "heat", "åk", "omgång", "åk nr", "lauf", "durchgang", "runde"],
    "winner_treatment": ["winner treatment", "winner wax", "vinnare valla", "vinnarens valla"],
    "loser_treatment": ["loser treatment", "loser wax", "förlorare valla", "förlorarens valla"],
    "fis_code": ["fis code", "fiscode", "fis kod", "fiskod"],
    "first_name": ["first name", "firstname", "förnamn", "vorname"],
    "last_name": ["last name", "lastname", "surname", "efternamn", "nachname"],
    "gender": ["gender", "sex", "kön"],
    "nation": ["nation", "nationcode", "nation code", "land"],
  ]

  private static let meanings = ColumnWords.meanings(words)
}
