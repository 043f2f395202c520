/// The words of fixture pages by what they mean: English, Swedish, German, Norwegian, Danish, Finnish, Dutch, French, Spanish,
/// Italian.
public enum FixtureLanguages {
  public static func words(_ kind: Substring) -> [String: [String]] { all[kind] ?? [:] }

  /// The meaning of each word of a kind.
  static func meanings(_ kind: Substring) -> [String: String] {
    Dictionary(
      words(kind).flatMap { meaning, words in words.map { ($0, meaning) } }, uniquingKeysWith: { first, _ in first })
  }

  private static let all: [Substring: [String: [String]]] = {
    var found: [Substring: [String: [String]]] = [:]
    for line in table.split(separator: "\n") {
      let (head, words) = (line.prefix { $0 != ":" }.split(separator: " "), line.drop { $0 != ":" }.dropFirst())
      found[head[0], default: [:]][String(head[1]), default: []] += words.split(separator: "|").map(String.init)
    }
    return found
  }()

  /// A kind, a meaning, and the words in lower case. `other` are headings of what is known and not stored; those of footballcsv
  /// are `Round`, `Date`, `Team 1`, `FT`, `HT` and `Team 2`.
  private static let table = """
    heading time:tid|time|kick-off|kickoff|kick-off time|ko|avspark|anstoß|anpfiff|uhrzeit|zeit|hora|heure|klokkeslett|kampstart|tidspunkt|kl|aika|klo|kello|kellonaika|tijd|tijdstip|aanvang|aanvangstijd|horaire|coup d'envoi|horario|ora|orario
    heading day:datum|date|dag|day|fecha|data|tag|date / time|date/time|dateutc|date utc|match date|matchdate|tag/datum|datum/zeit|datum / uhrzeit|dato|kampdato|dato og tid|päivä|pvm|päivämäärä|speeldatum|wedstrijddatum|jour|date du match|date et heure|día|fecha y hora|giorno|data e ora|datetime|datum / zeit
    heading match:match|matcher|game|fixture|spiel|partido|kamp|kamper|kampe|ottelu|ottelut|wedstrijd|wedstrijden|rencontre|rencontres|affiche|encuentro|partita|incontro|gara
    heading home:hemmalag|hemma|home|home team|hometeam|heim|heimmannschaft|heimteam|heimverein|local|domicile|thuis|casa|team 1|hjemmelag|hjemme|hjemmehold|koti|kotijoukkue|thuisploeg|thuisteam|thuisclub|équipe à domicile|équipe domicile|recevant|locaux|equipo local|locales|squadra di casa|squadra casa|squadra ospitante|in casa|home team name|team home|h team|home club|team1|team a|heimelf|home side
    heading away:bortalag|borta|away|away team|awayteam|gast|gastmannschaft|gastteam|gastverein|gäste|visitante|extérieur|uit|trasferta|team 2|bortelag|borte|udehold|ude|vieras|vierasjoukkue|uitploeg|uitteam|uitclub|bezoekers|visiteur|visiteurs|équipe visiteuse|équipe extérieur|equipo visitante|visitantes|ospite|ospiti|squadra ospite|away team name|team away|a team|away club|team2|team b|guest|visiting team|away side
    heading result:resultat|result|res|ris|erg|score|ft|ergebnis|endstand|resultado|uitslag|risultato|slutresultat|tulos|lopputulos|eindstand|score final|marcador|punteggio
    heading versus:vs|v
    heading winner:winner|sieger|vinnare|vinner|vinder|voittaja|winnaar|vainqueur|ganador|vincitore
    heading status:status|status / notes|status/notes|notes|spielstatus|matchstatus|bemerkung|bemerkungen|anmerkung|hinweis|estado|observaciones|bem|statut|stato|merknad|bemærkning|bemærkninger|tila|huomautus|opmerking|opmerkingen|remarque|note
    heading half:ht|half-time|halbzeit|halvtid|pausestilling|pauseresultat|puoliaika|rust|ruststand|mi-temps|descanso|primo tempo
    heading halfHome:hthg|half time home goals|halftime home goals|ht home goals
    heading halfAway:htag|half time away goals|halftime away goals|ht away goals
    heading homeGoals:fthg|hg|home score|hometeamscore|home team score|home goals|homegoals|homescore|tore heim|heimtore|hjemmemål|kotimaalit|thuisdoelpunten|buts domicile|goles local|gol casa|reti casa|home team goals|goals home|score home|h goals|goals h|tore h
    heading awayGoals:ftag|ag|away score|awayteamscore|away team score|away goals|awaygoals|awayscore|tore gast|gasttore|bortemål|udemål|vierasmaalit|uitdoelpunten|buts extérieur|goles visitante|gol ospiti|reti ospiti|away team goals|goals away|score away|a goals|goals a|tore g
    heading ground:arena|anläggning|anlegg|anlæg|spelplats|plan|ground|venue|location|stadium|stadion|estadio|stade|spielstätte|spielort|platz|bane|spillested|kampsted|kenttä|pelipaikka|paikka|veld|accommodatie|locatie|terrain|lieu|campo|sede|impianto|stadio|stadium name|venue name
    heading competition:div|tävling|serie|competition|tournament|league|liga|wettbewerb|competición|staffel|turnering|række|sarja|liiga|competitie|klasse|compétition|championnat|torneo|competizione|campionato
    heading season:season|säsong|saison|temporada|sesong|sæson|kausi|seizoen|stagione
    heading other:type|city|country|neutral|ftr|nr|no|num|tv|first shooter
    heading round:omgång|omg|round|round number|roundnumber|matchday|spieltag|jornada|journée|speelronde|runde|spillerunde|kierros|ronde|giornata|turno|wk|week|gameweek|game week|gw|match week|matchweek
    heading stage:stage|phase|fas|fase|vaihe|etapa|stage name
    heading group:grupp|group|gruppe|grupo|poule|girone|pulje|lohko|groupe|gruppo|group name
    heading number:match number|matchnumber|spielnummer|spielnr|matchnr|kampnr|kampnummer|ottelunumero|wedstrijdnummer|numéro de match|número de partido|numero gara
    word played:played|result|full time|full-time|ft|final|finished|ended|beendet|gespielt|finalizado|finalizada|terminado|terminada|jugado|slut|spelad|avslutad|terminé|joué|terminata|giocata|gespeeld|afgelopen|ferdig|ferdigspilt|spilt|færdig|færdigspillet|spillet|päättynyt|pelattu|fini|finita|conclusa
    word open:scheduled|fixture|not started|ns|upcoming|angesetzt|geplant|programado|programada|pendiente|kommande|ej spelad|planerad|à venir|da giocare|gepland|ikke spilt|ikke startet|terminfestet|kommende|planlagt|ikke spillet|ei pelattu|tulossa|nog te spelen|à jouer|programmé|por jugar|in programma
    word running:live|in play|in progress|under way|half time|half-time|halftime|ht|first half|second half|1st half|2nd half|läuft|halbzeit|hz|pause|1. halbzeit|2. halbzeit|en juego|en vivo|en directo|descanso|primer tiempo|segundo tiempo|pågår|halvtid|paus|första halvlek|andra halvlek|en cours|mi-temps|in corso|intervallo|rust|i gang|første omgang|andre omgang|1. omgang|2. omgang|1. halvleg|2. halvleg|første halvleg|anden halvleg|käynnissä|puoliaika|1. puoliaika|2. puoliaika|bezig|eerste helft|tweede helft|primo tempo|secondo tempo
    word suspended:suspended|interrupted|unterbrochen|suspendido|suspendida|interrumpido|interrompu|sospesa|sospeso|keskeytetty|onderbroken|interrotta
    word postponed:postponed|ppd|p-p|postp|called off|rearranged|uppskjuten|framflyttad|flyttad|verlegt|verl|verschoben|absetzung|absetz|abgesetzt|abges|abgesagt|ausfall|ausgefallen|spielausfall|aplazado|aplazada|pospuesto|pospuesta|reporté|rinviata|rinviato|uitgesteld|afgelast|utsatt|udsat|flyttet|siirretty|verplaatst|posticipata
    word cancelled:cancelled|canceled|void|v-v|inställd|annullerad|annulliert|gestrichen|cancelado|cancelada|anulado|anulada|annulé|annullata|avlyst|aflyst|kansellert|peruttu|geannuleerd|cancellata
    word abandoned:abandoned|avbruten|abbruch|abgebrochen|spielabbruch|abandonado|abandonada|arrêté|gestaakt|avbrutt|afbrudt|abd|a-a
    word walkover:nichtantritt|incomparecencia|forfait|w o|walk over|walk-over|luovutus|luov|udeblivelse|forfeit|forfeited|forf|ff
    word decreed:awarded|urteil|wertung|sportgerichtsurteil|tildømt|tuomittu|sur tapis vert|a tavolino|gewertet|am grünen tisch|tilldömd|tilldömt|awd
    beside decreed:u|urt|w|wert
    beside walkover:f|forf|ff|n
    mark aet:e. förl.|e förl.|e. förl|e förl|after extra time|extra time|nach verlängerung|verlängerung|n. v.|tras la prórroga|tras prórroga|prórroga|prorroga|efter förlängning|förlängning|après prolongation|dopo i supplementari|na verlenging|etter ekstraomganger|ekstraomganger|efter forlænget spilletid|forlænget spilletid|jatkoajan jälkeen|jatkoajalla
    mark pen:after penalties|on penalties|on pens|e. str.|e str.|penalty shoot-out|penalty shootout|nach elfmeterschießen|im elfmeterschießen|elfmeterschießen|n.e.|n. e.|tanda de penaltis|penaltis|penales|efter straffar|efter straffläggning|straffar|tirs au but|ai rigori|etter straffesparkkonkurranse|straffesparkkonkurranse|efter straffespark|straffespark|rangaistuspotkuilla|na strafschoppen|strafschoppen|dopo i rigori
    short aet:ja.|ef|förl|eförl|iförl|efs|ap|pró|prór|pror|dts|eeo
    short pen:rp.|str|estr|wns|tab|dcr|rig|pks
    side home:home|h|heim|hemma|local|hjemme|koti|thuis|casa
    side away:away|a|gast|borta|visitante|borte|ude|vieras|uit
    month january:januar|januari|janvier|enero|gennaio|jän|jänner|tammikuuta|tammikuu|ene|gen|janv
    month february:februar|februari|février|febrero|febbraio|helmikuuta|helmikuu|févr
    month march:märz|mars|marzo|maart|mär|marts|maaliskuuta|maaliskuu|mrt
    month april:avril|abril|aprile|avr|abr|huhtikuuta|huhtikuu
    month may:maj|mai|mayo|maggio|mei|toukokuuta|toukokuu|mag
    month june:juni|juin|junio|giugno|kesäkuuta|kesäkuu|giu
    month july:juli|juillet|julio|luglio|heinäkuuta|heinäkuu|juil|lug
    month august:augusti|août|agosto|augustus|elokuuta|elokuu|ago
    month september:septembre|septiembre|settembre|syyskuuta|syyskuu|set
    month october:oktober|okt|octobre|octubre|ottobre|lokakuuta|lokakuu|ott
    month november:novembre|noviembre|marraskuuta|marraskuu
    month december:dezember|dez|décembre|diciembre|dicembre|déc|dic|joulukuuta|joulukuu|desember|des
    weekday any:monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag|mån|tis|ons|tors|fre|lör|sön|mandag|tirsdag|lørdag|søndag|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|maanantai|tiistai|keskiviikko|torstai|perjantai|lauantai|sunnuntai|lør|søn
    filler any:de|del|den
    """
}
