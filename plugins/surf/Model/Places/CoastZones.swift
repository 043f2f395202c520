/// The time zones of the coasts where people surf, by a few points of each: the nearest point has the zone of a place.
///
/// A small table of our own making. Points are close together where two zones meet, as at Coolangatta or on the Minho.
public enum CoastZones {
  /// A point of a coast farther away than this says little about a place, in kilometres.
  static let reach = 1500.0

  /// The zone of the IANA database at a place, with the distance of the point it comes from in kilometres; nil far from all.
  public static func nearest(to place: Coordinate) -> (zone: String, distance: Double)? {
    let found = points.map { ($0.zone, $0.place.distance(to: place)) }.min { ($0.1, $0.0) < ($1.1, $1.0) }
    return found.flatMap { $0.1 <= reach ? $0 : nil }
  }

  /// The names of all zones of the table, in its order.
  public static let names: [String] = words.filter { Coordinate($0) == nil }

  /// The points with their zones, in the order of the table.
  public static let points: [(zone: String, place: Coordinate)] = {
    var zone = ""
    return words.compactMap { word in
      let place = Coordinate(word)
      if place == nil { zone = word }
      return place.map { (zone, $0) }
    }
  }()

  private static let words = table.split(whereSeparator: \.isWhitespace).map(String.init)

  /// Each zone before its points.
  private static let table = """
    Europe/Madrid 41.91,-8.87 42.24,-8.72 43.3,-8.5 43.64,-8.12 43.55,-6.6 43.5,-5.7 43.46,-3.8 43.41,-2.7 43.32,-1.98
    43.37,-1.79 37.19,-7.37 36.53,-6.3 36.01,-5.6 36.72,-4.42 37.6,-1 39.47,-0.35 41.38,2.18 39.57,2.65 Africa/Ceuta 35.89,-5.31
    35.29,-2.94 Atlantic/Canary 28.12,-15.43 28.46,-16.25 28.96,-13.55 28.5,-13.86 28.68,-17.77 Europe/Lisbon 41.86,-8.86
    41.69,-8.83 41.15,-8.63 40.15,-8.87 39.36,-9.38 38.72,-9.42 37.95,-8.87 37.01,-8.94 37.02,-7.93 37.17,-7.42 Atlantic/Madeira
    32.65,-16.91 33.06,-16.34 Atlantic/Azores 37.74,-25.67 38.53,-28.63 39.45,-31.13 Europe/Paris 43.377,-1.77 43.48,-1.56
    43.66,-1.44 45,-1.2 46.5,-1.8 47.5,-3.12 48.39,-4.49 48.65,-2 49.65,-1.62 50.95,1.85 43.3,5.37 43.7,7.27 41.92,8.74
    Europe/London 50.42,-5.1 51.2,-4.2 50.72,-1.88 50.82,-0.14 51.57,-4.29 52.8,-4.7 54.97,-1.4 54.49,-0.61 56,-2.5 57.15,-2.08
    58.6,-3.52 58.2,-6.39 55.2,-6.65 60.15,-1.15 Europe/Jersey 49.21,-2.2 Europe/Guernsey 49.46,-2.6 Europe/Isle_of_Man
    54.15,-4.48 Europe/Dublin 54.48,-8.28 54.27,-8.6 53.27,-9.06 52.93,-9.35 52.2,-10.1 51.6,-9 52.16,-7.15 53.2,-6.1 55.15,-8.1
    Atlantic/Faroe 62.01,-6.77 Atlantic/Reykjavik 64.15,-21.94 63.85,-22.7 65.68,-18.1 64.25,-15.2 Europe/Oslo 58.97,5.73
    58.75,5.5 60.39,5.32 62.2,5.1 63.43,10.4 68.27,13.59 69.65,18.96 71,25.8 59.9,10.75 Europe/Stockholm 57.7,11.9 56.67,12.86
    55.6,13 59.3,18.1 57.6,18.3 Europe/Copenhagen 57.04,8.5 55.5,8.1 57.59,9.96 56.15,10.2 55.68,12.57 Europe/Berlin 54.91,8.3
    53.87,8.7 54.4,10.2 54.2,12.1 Europe/Amsterdam 52.1,4.27 52.46,4.55 51.6,3.7 53.4,5.3 Europe/Brussels 51.23,2.92
    Europe/Warsaw 54.7,18.6 54.2,16.2 Europe/Helsinki 60.15,24.9 63.1,21.6 Europe/Tallinn 59.4,24.7 58.3,22.5 Europe/Riga 57,24
    56.5,21 Europe/Vilnius 55.7,21.1 Europe/Rome 44.4,8.93 43.5,10.3 41.73,12.27 40.83,14.25 38.1,13.35 39.88,8.45 40.9,8.5
    41.1,16.9 43.6,13.5 45.4,12.4 Europe/Malta 35.9,14.5 Europe/Zagreb 43.5,16.4 45.3,14.4 Europe/Tirane 41.3,19.4 Europe/Athens
    37.94,23.64 35.34,25.13 36.4,28.2 38.25,20.5 39.2,20.2 40.6,22.9 Europe/Istanbul 41.2,29 38.4,27.1 36.9,30.7 41.3,36.3
    37,35.3 Europe/Sofia 43.2,27.9 Europe/Bucharest 44.2,28.6 Asia/Nicosia 34.7,33 Asia/Beirut 33.9,35.5 Asia/Jerusalem
    32.08,34.77 32.8,34.98 31.6,34.5 Africa/Cairo 31.2,29.9 27.2,33.8 Africa/Tripoli 32.9,13.2 32.1,20.1 Africa/Tunis 36.8,10.3
    37.3,9.9 35.8,10.6 Africa/Algiers 36.75,3.05 35.7,-0.65 36.9,7.8 Africa/Casablanca 35.78,-5.8 34.05,-6.8 33.57,-7.6
    32.3,-9.24 31.51,-9.77 30.54,-9.71 29.4,-10.2 Africa/El_Aaiun 27.1,-13.4 23.7,-15.9 Africa/Nouakchott 18.1,-16 20.9,-17
    Africa/Dakar 14.75,-17.5 16,-16.5 12.4,-16.75 Africa/Banjul 13.45,-16.7 Africa/Bissau 11.85,-15.6 Africa/Conakry 9.5,-13.7
    Africa/Freetown 8.4,-13.25 Africa/Monrovia 6.75,-11.37 6.3,-10.8 4.4,-7.7 Africa/Abidjan 5.3,-4 4.7,-6.6 Africa/Accra
    4.8,-1.94 5.55,-0.2 Africa/Lome 6.13,1.22 Africa/Porto-Novo 6.35,2.4 Africa/Lagos 6.4,3.4 4.4,7.2 Africa/Douala 4,9.7
    Africa/Malabo 3.75,8.8 Africa/Sao_Tome 0.34,6.73 Africa/Libreville 0.4,9.45 -0.7,8.8 Africa/Brazzaville -4.8,11.85
    Africa/Luanda -8.84,13.2 -9.65,13.2 -12.35,13.5 -15.2,12.15 Atlantic/Cape_Verde 14.92,-23.5 16.6,-22.9 16.9,-25
    Atlantic/St_Helena -15.95,-5.7 -7.93,-14.4 Africa/Windhoek -17.3,11.75 -22.68,14.52 -22.95,14.5 -26.65,15.15 -28.6,16.4
    Africa/Johannesburg -28.7,16.5 -31.3,17.9 -33.92,18.4 -34.4,19.3 -34.18,22.1 -34.05,24.93 -33.96,25.6 -33,27.9 -29.85,31.05
    -27.5,32.68 Africa/Maputo -26.84,32.88 -25.97,32.6 -23.86,35.5 -19.8,34.9 -15,40.7 Africa/Dar_es_Salaam -6.8,39.3 -6.2,39.2
    Africa/Nairobi -4.05,39.7 -2.3,40.9 Africa/Mogadishu 2.05,45.3 Africa/Djibouti 11.6,43.15 Indian/Antananarivo -25.03,46.99
    -18.15,49.4 -15.7,46.3 -23.35,43.65 -12.3,49.3 Indian/Comoro -11.7,43.25 Indian/Mayotte -12.8,45.2 Indian/Reunion
    -21.17,55.28 -20.88,55.45 Indian/Mauritius -20.16,57.5 -20.45,57.32 -19.7,63.4 Indian/Mahe -4.62,55.45 Indian/Maldives
    4.18,73.51 1.9,73.5 -0.6,73.1 Asia/Aden 12.8,45 12.5,53.9 Asia/Muscat 23.6,58.5 17,54.1 20.7,58.9 Asia/Dubai 25.2,55.3
    Asia/Tehran 25.3,60.6 27.2,56.3 Asia/Karachi 24.85,67 Asia/Kolkata 18.9,72.8 15.5,73.8 13.1,74.8 8.73,76.7 13.05,80.28
    11.93,79.83 17.7,83.3 19.8,85.8 11.65,92.75 Asia/Colombo 6.97,79.9 6.84,81.84 5.95,80.46 Asia/Dhaka 21.43,91.97 Asia/Yangon
    20.5,92.9 16.8,94.4 Asia/Bangkok 7.88,98.3 8.65,98.2 12.6,99.95 7.2,100.6 13.1,100.9 Asia/Kuala_Lumpur 6.35,99.7 2.8,104.1
    5.3,103.15 2.8,101.3 Asia/Singapore 1.3,103.8 Asia/Kuching 1.55,110.35 6,116.1 7,116.75 Asia/Brunei 4.95,114.9
    Asia/Ho_Chi_Minh 16.06,108.25 12.24,109.2 10.9,108.28 10.35,107.1 20.8,106.8 Asia/Phnom_Penh 10.6,103.5 Asia/Jakarta
    5.55,95.3 0.57,97.77 1.2,97.4 -0.95,100.35 -2,99.5 -5.2,103.93 -6.9,105.3 -7,106.5 -7.72,108.6 -8.2,111.1 -8.73,114.35
    -8.2,114.38 Asia/Makassar -8.17,114.44 -8.83,115.09 -8.65,115.1 -8.9,116.3 -8.8,118.35 -9.65,119.4 -10.2,123.6 -10.9,122.85
    -5.1,119.4 1.5,124.8 -1.3,116.8 Asia/Jayapura -2.53,140.7 -0.9,131.25 -3.7,128.2 Asia/Dili -8.55,125.6 Asia/Manila
    14.6,120.9 15.76,121.56 9.8,126.16 16.66,120.3 18.5,120.6 10.3,123.9 11.97,121.92 7.1,125.6 12.7,126.1 Asia/Hong_Kong
    22.23,114.25 Asia/Macau 22.13,113.57 Asia/Shanghai 18.67,110.2 18.25,109.5 22.5,114.55 24.45,118.1 30.9,122.2 36.07,120.4
    Asia/Taipei 24.87,121.85 21.95,120.8 23.1,121.37 25.2,121.5 Asia/Seoul 38.1,128.6 35.16,129.16 33.25,126.4 Asia/Pyongyang
    39.2,127.6 Asia/Tokyo 35.37,140.4 35.3,139.5 34.6,138.2 33.6,135.9 31.9,131.45 28.4,129.5 26.3,127.8 24.4,124.2 33.53,133.6
    35.7,135 38.3,141 41,141.4 42.6,141.3 43,144.4 45.4,141.7 27.1,142.2 Asia/Vladivostok 43.1,132 Asia/Sakhalin 46.9,142.75
    Asia/Kamchatka 52.95,158.75 Asia/Magadan 59.55,150.8 Australia/Perth -33.95,115 -31.95,115.75 -33.65,115.03 -28.77,114.6
    -27.7,114.16 -24.9,113.65 -22.6,113.65 -20.7,116.8 -17.96,122.2 -35.03,117.9 -33.86,121.9 Australia/Darwin -12.46,130.84
    -12.2,136.7 Australia/Adelaide -32.13,133.67 -34.9,135.85 -35.13,138.45 -35.5,138.75 -35.87,137 -37.16,139.76 -38.05,140.7
    Australia/Melbourne -38.35,141.6 -38.37,144.28 -38.5,145.15 -38.63,145.7 -37.9,148 -37.57,149.75 Australia/Hobart
    -42.88,147.33 -43.1,147.75 -41.2,148.3 -42.15,145.3 -40.7,144.7 -39.9,143.9 Australia/Sydney -37.24,149.98 -36.3,150.13
    -35.37,150.48 -34.42,150.9 -33.9,151.28 -32.93,151.78 -31.43,152.92 -30.3,153.14 -29.44,153.36 -28.64,153.63 -28.36,153.57
    -28.2,153.567 -28.17,153.553 Australia/Lord_Howe -31.55,159.08 Pacific/Norfolk -29.05,167.96 Australia/Brisbane
    -28.163,153.547 -28.166,153.53 -28.1,153.46 -28,153.43 -27.4,153.45 -26.39,153.1 -25.2,153.2 -24.16,151.88 -21.1,149.2
    -16.9,145.8 Pacific/Auckland -36.85,174.4 -37.8,174.87 -37.63,176.2 -38.66,178.02 -39.06,174.05 -41.29,174.78 -39.5,176.9
    -43.5,172.75 -45.9,170.5 -46.4,168.3 -42.45,171.2 -42.4,173.7 -35.3,174.1 Pacific/Chatham -43.95,-176.55
    Pacific/Port_Moresby -2.68,141.3 -2.58,150.8 -9.5,147.2 -5.2,145.8 Pacific/Bougainville -6.2,155.6 Pacific/Guadalcanal
    -9.43,159.95 -8.1,156.8 Pacific/Efate -17.73,168.3 Pacific/Noumea -22.27,166.45 Pacific/Fiji -18.14,178.44 -17.87,177.2
    -16.5,179.4 Pacific/Tongatapu -21.13,-175.2 -18.65,-174 Pacific/Apia -13.83,-171.76 -13.5,-172.4 Pacific/Pago_Pago
    -14.28,-170.7 Pacific/Rarotonga -21.2,-159.8 Pacific/Tahiti -17.54,-149.57 -17.86,-149.25 -16.5,-151.75 -15,-147.6
    Pacific/Marquesas -8.92,-140.1 Pacific/Gambier -23.1,-134.95 Pacific/Pitcairn -25.07,-130.1 Pacific/Easter -27.12,-109.35
    Pacific/Galapagos -0.9,-89.6 Pacific/Guam 13.45,144.8 Pacific/Saipan 15.2,145.75 Pacific/Palau 7.35,134.5 Pacific/Chuuk
    7.4,151.85 Pacific/Pohnpei 6.95,158.2 Pacific/Kosrae 5.3,163 Pacific/Majuro 7.1,171.4 Pacific/Tarawa 1.4,173
    Pacific/Kiritimati 1.9,-157.4 3.9,-159.35 Pacific/Honolulu 21.67,-158.05 21.28,-157.83 20.9,-156.5 22.2,-159.5 19.7,-155.1
    America/Anchorage 60.1,-149.4 57.8,-152.4 61.2,-149.9 America/Yakutat 59.55,-139.73 America/Sitka 57.05,-135.33 America/Adak
    51.9,-176.65 America/Vancouver 49.15,-125.9 48.43,-123.37 50.7,-127.5 53.25,-132.1 49.28,-123.1 America/Los_Angeles
    48.37,-124.6 46.9,-124.1 45.89,-123.96 44.6,-124.06 42.05,-124.28 40.8,-124.2 38.33,-123.05 37.76,-122.51 36.95,-122
    35.37,-120.86 34.41,-119.7 33.99,-118.5 33.66,-118 33.38,-117.59 32.72,-117.25 32.57,-117.133 America/Tijuana 32.52,-117.123
    32.34,-117.06 31.87,-116.62 28.9,-114.15 America/Mazatlan 27.7,-114.9 26.1,-112.3 24.14,-110.3 23.06,-109.7 23.2,-106.42
    21.54,-105.29 America/Hermosillo 27.9,-110.9 31.3,-113.5 America/Bahia_Banderas 20.87,-105.44 20.76,-105.4
    America/Mexico_City 20.65,-105.24 19.05,-104.3 17.98,-102.2 17.65,-101.6 16.85,-99.9 15.86,-97.07 16.17,-95.2 14.7,-92.4
    19.2,-96.1 22.25,-97.8 America/Merida 21.28,-89.65 America/Cancun 21.16,-86.85 20.2,-87.45 America/Belize 17.5,-88.2
    America/Guatemala 13.92,-90.82 America/El_Salvador 13.49,-89.38 13.17,-87.92 America/Tegucigalpa 15.78,-86.8 13.3,-87.65
    America/Managua 12.37,-87.03 11.44,-86.07 11.22,-85.85 12,-83.75 America/Costa_Rica 10.8,-85.67 10.3,-85.84 9.65,-85.17
    9.61,-84.63 8.39,-83.14 9.65,-82.75 10,-83.03 America/Panama 8.3,-82.85 7.63,-81.25 7.43,-80.18 9.34,-82.24 8.95,-79.55
    America/Bogota 7.1,-77.75 5.7,-77.27 11.25,-74.2 12.58,-81.7 10.4,-75.5 3.9,-77.05 America/Guayaquil 0.87,-79.85 -1,-80.7
    -1.83,-80.75 -2.23,-80.92 -3.3,-80 America/Lima -3.5,-80.4 -4.1,-81.05 -7.7,-79.45 -8.08,-79.12 -12.05,-77.15 -12.48,-76.8
    -17.65,-71.35 -18.2,-70.65 America/Santiago -18.48,-70.32 -20.21,-70.15 -23.65,-70.4 -27.07,-70.83 -29.95,-71.34
    -33.03,-71.6 -34.42,-72.05 -36.6,-72.98 -39.8,-73.25 -42.6,-74.1 America/Argentina/Buenos_Aires -38,-57.54 -34.6,-58.37
    -36.7,-56.68 -38.57,-58.7 America/Argentina/Catamarca -45.86,-67.48 -43.3,-65.1 America/Argentina/Ushuaia -53.8,-67.7
    Atlantic/Stanley -51.7,-57.85 America/Montevideo -34.9,-56.16 -34.97,-54.95 -34.65,-54.15 -33.75,-53.4 America/Sao_Paulo
    -33.7,-53.45 -30,-50.13 -28.48,-48.78 -27.6,-48.45 -25.55,-48.3 -24,-46.26 -23.43,-45.07 -22.98,-43.2 -22.93,-42.5
    -20.3,-40.28 America/Bahia -17.87,-39.25 -14.28,-38.99 -12.97,-38.5 America/Maceio -10.93,-37.04 -9.65,-35.7 America/Recife
    -8.5,-35 -8.05,-34.87 America/Fortaleza -7.12,-34.85 -6.23,-35.04 -5.8,-35.2 -3.73,-38.5 -2.8,-40.5 -2.5,-44.3 America/Belem
    -1.2,-48.4 -0.6,-47.35 0.03,-51.05 America/Noronha -3.84,-32.42 America/Cayenne 4.93,-52.3 America/Paramaribo 5.85,-55.2
    America/Guyana 6.8,-58.15 America/Caracas 10.6,-66.93 10.62,-66.1 11,-63.9 12.1,-69.9 America/Curacao 12.1,-68.93
    America/Aruba 12.5,-70 America/Port_of_Spain 10.83,-60.9 11.25,-60.7 America/Barbados 13.21,-59.52 13.1,-59.6
    America/Grenada 12.05,-61.75 America/St_Vincent 13.15,-61.2 America/St_Lucia 14,-60.97 America/Martinique 14.75,-60.9
    America/Dominica 15.4,-61.3 America/Guadeloupe 16.33,-61.35 America/Antigua 17.1,-61.8 America/St_Kitts 17.3,-62.7
    America/Anguilla 18.22,-63.05 America/Tortola 18.43,-64.68 America/St_Thomas 18.34,-64.93 17.75,-64.75 America/Puerto_Rico
    18.34,-67.26 18.47,-66.1 18.5,-67.15 America/Santo_Domingo 19.77,-70.45 18.47,-69.6 18.6,-68.4 America/Port-au-Prince
    18.23,-72.53 19.76,-72.2 America/Jamaica 17.95,-76.6 18.18,-76.35 18.45,-77.9 America/Cayman 19.3,-81.25 America/Havana
    23.14,-82.36 20.35,-74.5 20,-75.8 America/Grand_Turk 21.77,-72.27 America/Nassau 25.05,-77.35 26.53,-77.05 25.15,-76.15
    Atlantic/Bermuda 32.3,-64.78 America/Detroit 42.4,-86.3 44.8,-86.1 46.5,-87.4 43,-82.4 America/Chicago 43,-87.9 41.9,-87.6
    46.8,-92.1 47.7,-90.3 25.97,-97.15 27.6,-97.2 29.3,-94.8 29.2,-90 30.25,-88.08 30.33,-87.3 30.38,-86.5 30.17,-85.8
    29.95,-85.42 America/New_York 29.8,-85.31 29.66,-84.87 27.98,-82.83 26.14,-81.8 24.55,-81.8 25.77,-80.13 27.86,-80.45
    28.32,-80.6 29.23,-81 30.33,-81.4 32.02,-80.84 32.65,-79.94 33.7,-78.88 34.2,-77.8 35.25,-75.52 36.85,-75.97 38.33,-75.08
    39.36,-74.42 40.22,-74 40.58,-73.8 41.04,-71.93 41.48,-71.33 41.8,-69.95 42.9,-70.8 42.9,-78.9 41.5,-81.7 43.55,-70.3
    44.4,-68.2 America/Toronto 43.6,-79.4 44.5,-80.2 America/Halifax 44.64,-63.33 46.3,-60.3 46.45,-63 America/Moncton
    45.25,-66.05 America/St_Johns 47.55,-52.7 49,-57.6 America/Miquelon 46.78,-56.17 America/Nuuk 64.18,-51.7
    """
}
