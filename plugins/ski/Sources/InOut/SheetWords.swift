internal import PodiumCore
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
    date: date, day, datum, dag, tag, time of test, dato, päivä, päivämäärä, pvm, testdatum, test date, testdato
    time: time, tid, klockslag, kl, start, uhrzeit, zeit, klokkeslett, klokka, kello, klo, kellonaika, aika, starttid, start time, startzeit, testtid
    place: place, plats, ort, location, venue, name of place, bana och plats, stadion, sted, paikka, testplats, test site, test place, teststed, testort, arena, ort/bana
    air: air, air temperature, air temp, lufttemp, lufttemperatur, luft, temp luft, temperature, temperatur, ilma, ilman lämpötila, lämpötila, temp, t luft, luft temp, t air, tair, air t, temp air, \
    utetemp, utetemperatur, außentemperatur, aussentemperatur, ilman lämpö
    snow: snow, snö, snø, schnee, lumi, snow type, snow types, type of snow, snow conditions, snow condition, snow quality, snow mix, snötyp, snösort, \
    snökvalitet, snöförhållanden, snöslag, snøtype, snøforhold, snøkvalitet, schneeart, schneetyp, schneezustand, schneeverhältnisse, schneebeschaffenheit, \
    lumityyppi, lumen laatu, lumilaatu, lumiolosuhteet
    snow_temperature: snow temperature, snow temp, snötemp, snötemperatur, temp snö, schneetemp, schneetemperatur, lumen lämpötila, snøtemp, snøtemperatur, \
    t snö, snö temp, snow t, schnee temp, t snow, tsnow, temp snow, temp schnee, lumen lämpö
    humidity: humidity, air humidity, luftfuktighet, fuktighet, rh, luftfukt, luftfeuchtigkeit, luftfeuchte, feuchte, kosteus, ilmankosteus, ilman kosteus, \
    fukt, rf, luft fukt, rel fukt, relativ luftfuktighet, relativ fuktighet, hum, relative humidity, rel humidity, rel luftfeuchte, \
    rel luftfeuchtigkeit, relative luftfeuchte, relative luftfeuchtigkeit, suht kosteus, suhteellinen kosteus
    snow_humidity: snow humidity, snöfuktighet, snöfukt, schneefeuchte, lumen kosteus
    type: type, ski type, typ, skidtyp, stil, teknik, discipline, skityp, technik, skitype, teknikk, tyyli, hiihtotapa, suksityyppi, style, stilart, disciplin, disiplin, disziplin, technique
    new: new, new snow, fresh, fresh snow, nysnö, ny snö, nysnø, ny snø, ny, neuschnee, uusi lumi, uusi
    old: old, old snow, gammal snö, gammalsnö, gammal, grovkornig, kornsnö, altschnee, gammel snø, gammel, vanha lumi, vanha, äldre snö, eldre snø, grovkornig snö, grovkornet snø
    wet: wet, wet snow, våt snø, våtsnø, blöt snö, våt snö, blötsnö, våtsnö, blöt, våt, nassschnee, nasser schnee, nass, märkä lumi, märkä
    waxer: waxer, vallare, ansvarig, wachser, serviceman, smører, voitelija, huoltaja, wax tech, wax technician, technician, ansvarig vallare, \
    servicemann, techniker, testledare, testleder, test leader
    tester: tester, testers, testare, åkte, fahrer, testaaja
    comment: comment, comments, remark, remarks, notes, kommentar, anmärkning, noteringar, övrigt, anm, anmärkningar, notering, note, bemerkung, bemerkungen, \
    anmerkung, notiz, merknad, merknader, huomautus, huomautuksia, huom, kommentti, kommentarer, anteckningar, notat, notater, \
    annat, annet, sonstiges, feeling, känsla
    serial: serial, serial number, ski, skis, ski no, ski nr, ski number, ski pair, pair, pair no, pair number, nr, nummer, no, skidnummer, skidnr, skidor, \
    skidpar, par, serienummer, serienr, skida, paar, skipaar, skinummer, \
    skinr, seriennummer, skipar, suksi, sukset, suksipari, pari, numero, suksen numero, sarjanumero, ski nummer, paar nr, paarnr, par nr, parnr, pair nr, \
    skipar nr, skidpar nr, serial no, serial nr, ski serial, ski id, pair id, suksi nro, suksen nro, skidor nr
    owner: owner, athlete, skier, åkare, ägare, skidåkare, namn, name, läufer, läuferin, athletin, løper, utøver, eier, navn, athlet, besitzer, urheilija, hiihtäjä, \
    omistaja, nimi, löpare, skidlöpare, racer, rennläufer
    brand: brand, märke, fabrikat, marke, merke, merkki
    base: base, ski base, belag, belägg, beläggning, bas, såle, pohja, sohle, base material, belegg
    grinding: grinding, grind, slip, slipning, struktur, schliff, sliping, hionta, kuvio, stone grind, stenslip, steinslip, steinschliff, structure, grind name
    wax: wax, glide wax, valla, glidvalla, wachs, gleitwachs, smøring, voide, luistovoide, glider, paraffin, powder, pulver, top coat, glidprodukt, glidevoks
    nickname: nickname, smeknamn, spitzname, kallenavn, lempinimi
    rank: rank, ranking, place in test, placering, plac, position, resultat, rang, platz, platzierung, plassering, plass, \
    sijoitus, sija, slutplacering, totalplacering, slutrank, gesamtrang, overall rank, loppusijoitus, pos, pl, rk, result, results, final rank, final result, \
    slutresultat, sluttplassering, totalrank, total rank, endrang, placing, overall, rangering, rangordning, rangfolge
    glide_rank: glide, glide rank, glid, gleiten, gleitrang, luisto, glidrank, rank glid, glid rank, rank glide, gleit rang
    kick_rank: kick, kick rank, fäste, grip, abstoß, halt, feste, pito, fästrank, rank fäste, rank kick
    uphill_rank: uphill, uphill rank, uppför, backe, anstieg, motbakke, nousu
    winner: winner, vinnare, vinst, first, sieger, gewinner, vinner, voittaja, vann, vant, won, voitti, gewonnen, segrare, seierherre
    loser: loser, looser, förlorare, förlust, second, verlierer, taper, häviäjä
    left: left, left ski, vänster, venstre, links, v, l, vasen
    right: right, right ski, höger, høyre, rechts, h, r, oikea
    side: side, winning side, v/h, h/v, l/r, r/l, left/right, right/left, vänster/höger, höger/vänster, links/rechts, rechts/links, sida, seite, puoli, vasen/oikea
    difference_cm: difference, difference cm, diff, diff cm, margin, skillnad, avstånd, marginal, cm, differenz, abstand, forskjell, ero, ero cm, by, won by, lead, vinstmarginal, försprång, vorsprung, seiersmargin, etumatka
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

  /// The types of snow that labels have shares of.
  static let snows = ["new": "New snow", "old": "Old snow", "wet": "Wet snow"]

  /// The type of snow that a word means.
  static func snow(_ word: String) -> String? { meanings[ColumnWords.folded(word)].flatMap { snows[$0] } }
}
