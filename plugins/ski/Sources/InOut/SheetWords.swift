internal import PodiumCore
internal import PodiumRecords

/// What the headings and labels of waxers' sheets mean, in English and Swedish.
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
    "date": ["date", "day", "datum", "dag", "time of test"],
    "time": ["time", "tid", "klockslag", "kl", "start"],
    "place": ["place", "plats", "ort", "location", "venue", "name of place", "bana och plats"],
    "air": ["air", "air temperature", "air temp", "lufttemp", "lufttemperatur", "luft", "temp luft", "temperature"],
    "snow_temperature": ["snow temperature", "snow temp", "snötemp", "snötemperatur", "temp snö"],
    "humidity": ["humidity", "air humidity", "luftfuktighet", "fuktighet", "rh", "luftfukt"],
    "snow_humidity": ["snow humidity", "snöfuktighet", "snöfukt"],
    "type": ["type", "ski type", "typ", "skidtyp", "stil", "teknik", "discipline"],
    "new": ["new", "new snow", "fresh snow", "nysnö", "ny snö", "ny"],
    "old": ["old", "old snow", "gammal snö", "gammalsnö", "gammal", "grovkornig", "kornsnö"],
    "wet": ["wet", "wet snow", "blöt snö", "våt snö", "blötsnö", "våtsnö", "blöt", "våt"],
    "waxer": ["waxer", "vallare", "ansvarig"],
    "tester": ["tester", "testers", "testare", "åkte"],
    "comment": [
      "comment", "comments", "remark", "remarks", "notes", "kommentar", "anmärkning", "noteringar", "övrigt",
    ],
    "serial": [
      "serial", "serial number", "ski", "ski pair", "pair", "nr", "nummer", "no", "skidnummer", "skidnr", "skidpar",
      "par", "serienummer", "serienr", "skida",
    ],
    "owner": ["owner", "athlete", "skier", "åkare", "ägare", "skidåkare", "namn", "name"],
    "brand": ["brand", "märke", "fabrikat"],
    "base": ["base", "ski base", "belag", "belägg", "beläggning", "bas"],
    "grinding": ["grinding", "grind", "slip", "slipning", "struktur"],
    "nickname": ["nickname", "smeknamn"],
    "rank": ["rank", "ranking", "place in test", "placering", "plac", "position", "resultat"],
    "glide_rank": ["glide", "glide rank", "glid"],
    "kick_rank": ["kick", "kick rank", "fäste", "grip"],
    "uphill_rank": ["uphill", "uphill rank", "uppför", "backe"],
    "winner": ["winner", "vinnare", "vinst", "first"],
    "loser": ["loser", "looser", "förlorare", "förlust", "second"],
    "difference_cm": ["difference", "difference cm", "diff", "diff cm", "margin", "skillnad", "avstånd", "marginal"],
    "lane": ["lane", "track", "spår", "bana"],
    "run": ["run", "heat", "åk", "omgång", "åk nr"],
    "winner_treatment": ["winner treatment", "winner wax", "vinnare valla", "vinnarens valla"],
    "loser_treatment": ["loser treatment", "loser wax", "förlorare valla", "förlorarens valla"],
    "fis_code": ["fis code", "fiscode", "fis kod", "fiskod"],
    "first_name": ["first name", "firstname", "förnamn"],
    "last_name": ["last name", "lastname", "surname", "efternamn"],
    "gender": ["gender", "sex", "kön"],
    "nation": ["nation", "nationcode", "nation code", "land"],
  ]

  private static let meanings = ColumnWords.meanings(words)
}
