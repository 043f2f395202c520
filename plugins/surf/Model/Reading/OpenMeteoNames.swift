/// The names of Open-Meteo's variables, which may end in the name of a model.
enum OpenMeteoNames {
  /// The model of a name without one.
  static let ownChoice = "best_match"

  private static let variables: [String: SeaVariable] = {
    var names: [String: SeaVariable] = [
      "wave_height": .waveHeight, "wave_direction": .waveDirection, "wave_period": .wavePeriod,
      "wave_peak_period": .wavePeakPeriod, "sea_surface_temperature": .waterTemperature,
      "sea_level_height_msl": .tide, "wind_speed_10m": .windSpeed, "windspeed_10m": .windSpeed,
      "wind_direction_10m": .windDirection, "winddirection_10m": .windDirection, "wind_gusts_10m": .windGust,
      "windgusts_10m": .windGust, "temperature_2m": .airTemperature, "precipitation": .precipitation,
      "cloud_cover": .cloudCover, "cloudcover": .cloudCover, "weather_code": .weatherCode,
      "weathercode": .weatherCode, "pressure_msl": .pressure,
    ]
    let winds = [
      (height: SeaVariable.windWaveHeight, period: SeaVariable.windWavePeriod, direction: SeaVariable.windWaveDirection)
    ]
    let fields = ["wind_wave", "swell_wave", "secondary_swell_wave", "tertiary_swell_wave"]
    for (name, field) in zip(fields, winds + SeaVariable.swells) {
      names[name + "_height"] = field.height
      names[name + "_direction"] = field.direction
      names[name + "_period"] = field.period
    }
    return names
  }()

  /// First words after a variable's name that make it another variable or statistic, not one of a model.
  private static let others: Set<Substring> = [
    "probability", "low", "mid", "high", "spread", "min", "max", "mean", "sum", "dominant", "previous", "anomaly",
  ]

  /// The variable and the model of a name; nil for a variable that is not kept.
  ///
  /// `wave_height_ewam` is wave_height of ewam. `cloud_cover_low` and `wave_height_previous_day1` are other things than the
  /// variable at the beginning of their names, so they are not kept.
  static func split(_ name: String) -> (variable: SeaVariable, model: String)? {
    if let variable = variables[name] { return (variable, ownChoice) }
    guard name.utf8.count <= 120 else { return nil }
    var end = name.endIndex
    while let bar = name[..<end].lastIndex(of: "_") {
      if let variable = variables[String(name[..<bar])] {
        let model = name[name.index(after: bar)...]
        guard let first = model.split(separator: "_").first, !others.contains(first) else { return nil }
        return (variable, String(model))
      }
      end = bar
    }
    return nil
  }
}
