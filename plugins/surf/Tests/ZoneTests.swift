import PodiumCore
import PodiumEngine
import PodiumPlugin
import SurfModel
import Testing

@testable import SurfPlugin

/// Time zones of spots: from a table of coasts, and those that do not fit a place.
struct ZoneTests {
  /// Well-known breaks with the zones of their clocks.
  private static let breaks = """
    21.665,-158.053 Pacific/Honolulu Pipeline
    20.94,-156.3 Pacific/Honolulu Jaws
    37.49,-122.5 America/Los_Angeles Mavericks
    33.655,-118.005 America/Los_Angeles Huntington
    33.38,-117.59 America/Los_Angeles Trestles
    32.58,-117.133 America/Los_Angeles Imperial Beach
    31.78,-116.63 America/Tijuana Salsipuedes
    49.08,-125.86 America/Vancouver Long Beach
    59.57,-139.86 America/Yakutat Cannon Beach
    28.32,-80.6 America/New_York Cocoa Beach
    35.25,-75.52 America/New_York Cape Hatteras
    30.39,-86.5 America/Chicago Destin
    29.29,-94.79 America/Chicago Galveston
    44.64,-63.35 America/Halifax Lawrencetown
    18.34,-67.26 America/Puerto_Rico Rincon
    13.21,-59.52 America/Barbados Soup Bowl
    15.86,-97.07 America/Mexico_City Puerto Escondido
    23.05,-109.66 America/Mazatlan Zippers
    13.49,-89.39 America/El_Salvador El Sunzal
    11.45,-86.1 America/Managua Popoyo
    8.39,-83.14 America/Costa_Rica Pavones
    9.65,-82.75 America/Costa_Rica Salsa Brava
    7.63,-81.25 America/Panama Santa Catalina
    -1.83,-80.75 America/Guayaquil Montanita
    -0.9,-89.61 Pacific/Galapagos San Cristobal
    -7.7,-79.45 America/Lima Chicama
    -18.48,-70.33 America/Santiago El Gringo
    -34.42,-72.05 America/Santiago Punta de Lobos
    -27.15,-109.43 Pacific/Easter Hanga Roa
    -38,-57.54 America/Argentina/Buenos_Aires Mar del Plata
    -34.65,-54.15 America/Montevideo La Paloma
    -27.6,-48.43 America/Sao_Paulo Joaquina
    -22.93,-42.48 America/Sao_Paulo Saquarema
    -14.28,-38.98 America/Bahia Itacare
    -3.83,-32.4 America/Noronha Cacimba
    39.37,-9.34 Europe/Lisbon Supertubos
    39.61,-9.08 Europe/Lisbon Nazare
    38.96,-9.42 Europe/Lisbon Ericeira
    43.41,-2.69 Europe/Madrid Mundaka
    43.316,-8.606 Europe/Madrid Caion
    43.64,-8.12 Europe/Madrid Pantin
    37.189,-7.343 Europe/Madrid Punta del Moral
    43.66,-1.44 Europe/Paris Hossegor
    43.38,-1.76 Europe/Paris Hendaye
    37.78,-25.57 Atlantic/Azores Ribeira Grande
    32.72,-17.15 Atlantic/Madeira Jardim do Mar
    28.1,-15.45 Atlantic/Canary El Confital
    50.42,-5.1 Europe/London Fistral
    58.6,-3.52 Europe/London Thurso East
    55.2,-6.65 Europe/London Portrush
    54.48,-8.28 Europe/Dublin Bundoran
    53.09,-9.56 Europe/Dublin Aileens
    68.27,13.58 Europe/Oslo Unstad
    57.04,8.49 Europe/Copenhagen Klitmoller
    54.91,8.31 Europe/Berlin Westerland
    52.1,4.27 Europe/Amsterdam Scheveningen
    39.88,8.44 Europe/Rome Capo Mannu
    32.09,34.77 Asia/Jerusalem Hilton
    30.54,-9.71 Africa/Casablanca Anchor Point
    14.75,-17.52 Africa/Dakar Ngor
    16.73,-22.93 Atlantic/Cape_Verde Ponta Preta
    4.8,-1.94 Africa/Accra Busua
    -9.65,13.2 Africa/Luanda Cabo Ledo
    -22.95,14.5 Africa/Windhoek Skeleton Bay
    -34.05,24.93 Africa/Johannesburg Jeffreys Bay
    -26.84,32.89 Africa/Maputo Ponta do Ouro
    -21.17,55.28 Indian/Reunion Saint Leu
    -20.46,57.32 Indian/Mauritius Tamarin
    4.2,73.54 Indian/Maldives Cokes
    6.84,81.83 Asia/Colombo Arugam Bay
    8.73,76.71 Asia/Kolkata Varkala
    -2.05,99.53 Asia/Jakarta Lances Right
    -8.73,114.35 Asia/Jakarta G-Land
    -8.82,115.09 Asia/Makassar Uluwatu
    -8.75,118.35 Asia/Makassar Lakey Peak
    9.81,126.17 Asia/Manila Cloud 9
    18.68,110.2 Asia/Shanghai Riyue Bay
    22.88,121.23 Asia/Taipei Donghe
    35.37,140.39 Asia/Tokyo Ichinomiya
    38.1,128.61 Asia/Seoul Yangyang
    -8.35,157.2 Pacific/Guadalcanal Titiana
    -17.88,177.19 Pacific/Fiji Cloudbreak
    -17.86,-149.25 Pacific/Tahiti Teahupoo
    -13.99,-171.35 Pacific/Apia Salani
    -28.163,153.548 Australia/Brisbane Snapper Rocks
    -28.64,153.62 Australia/Sydney Byron Bay
    -33.89,151.28 Australia/Sydney Bondi
    -38.37,144.28 Australia/Melbourne Bells Beach
    -37.16,139.75 Australia/Adelaide Robe
    -43.19,147.86 Australia/Hobart Shipstern Bluff
    -33.97,114.99 Australia/Perth Margaret River
    -37.82,174.79 Pacific/Auckland Raglan
    -38.68,178.05 Pacific/Auckland Gisborne
    """

  @Test(arguments: breaks.split(separator: "\n").map(String.init))
  func `a well-known break has the zone of its clocks`(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let place = try #require(Coordinate(words[0]))
    #expect(CoastZones.nearest(to: place)?.zone == words[1], "\(line)")
  }

  @Test func `every zone of the table is in the database, and fits its own points`() throws {
    let session = try SurfFixture.session(files: [:])
    #expect(Set(CoastZones.names).count == CoastZones.names.count)
    for (zone, place) in CoastZones.points {
      let problem = try SpotZone.misfit(zone, at: place, session.session)
      #expect(problem == nil, "\(zone) \(place)")
    }
  }

  private static let world = "name,lat,lon\nPipeline,21.665,-158.053\nCaion,43.316,-8.606\n"

  @Test func `a list of the world gets zones, and a zone that does not fit is refused by name`() throws {
    var session = try SurfFixture.session(files: ["w.csv": Self.world])
    let all = session.report("surf import spots w.csv")
    #expect(field(all, "new") == "2" && all?.remarks.contains { $0.contains("zone of the nearest coast") } == true)
    #expect(field(session.report("surf spot pipeline"), "zone") == "Pacific/Honolulu")
    #expect(field(session.report("surf spot caion"), "zone") == "Europe/Madrid")
    #expect(field(session.report("surf sun pipeline 2026-06-21"), "local_sunrise") == "05:50")
    var other = try SurfFixture.session(files: ["w.csv": Self.world])
    let one = other.report("surf import spots w.csv zone=Europe/Madrid")
    #expect(field(one, "new") == "1" && field(one, "refused") == "1")
    #expect(one?.remarks.contains { $0.contains("Pipeline") && $0.contains("Europe/Madrid") } == true)
    var wrong = try SurfFixture.session(files: ["w.csv": Self.world])
    #expect(wrong.report("surf import spots w.csv zone=Asia/Tokyo")?.error?.code == "bad-value")
  }

  @Test func `a spot takes the zone of its coast, and refuses that of another`() throws {
    var session = try SurfFixture.session(files: [:])
    let added = session.report("surf spot add Caion 43.3,-8.6")
    #expect(field(added, "zone") == "Europe/Madrid" && added?.remarks.count == 1)
    #expect(session.report("surf spot add Far 43.3,-8.6 zone=Asia/Tokyo")?.error?.code == "bad-value")
    #expect(session.report("surf spot caion edit zone=Asia/Tokyo")?.error?.code == "bad-value")
    #expect(session.report("surf spot caion edit place=35.4,140.4")?.remarks.contains { $0.contains("zone=") } == true)
    #expect(session.report("surf spot add Nowhere 43.3,-8.6 zone=Europe/Atlantis")?.error?.code == "unknown-time-zone")
    // An offset is a zone too, and UTC fits everywhere.
    #expect(field(session.report("surf spot add Old 36.9,-122 zone=-08:00"), "zone") == "-08:00")
    #expect(field(session.report("surf sun old 2026-06-21"), "local_sunrise")?.hasPrefix("04:") == true)
    #expect(session.report("surf spot add Sea 36.8,-122 zone=UTC")?.error == nil)
    #expect(session.report("surf spot add Line 1.9,-157.4 zone=Pacific/Kiritimati")?.error == nil)
  }
}
