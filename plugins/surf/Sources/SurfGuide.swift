public import PodiumPlugin

extension SurfPlugin {
  /// The text of `help surf`: five everyday tasks, then the commands by what they are for.
  public var guide: PluginGuide {
    PluginGuide(
      """
      everyday tasks:
        a spot             surf spot add "Pleasure Point" 36.97,-121.96 zone=America/Los_Angeles facing=150 buoy=46236 tide=9413450
                           surf fetch pleasure; surf forecast pleasure
        after surfing      surf log pleasure 7:30 95min 4 rate=power:3 note="clean"
                           surf sessions
        this week          surf week
        when to go         surf prefer mornings height=4..8ft wind=offshore,glassy time=6..10
                           surf check; surf why pleasure 9:00
        what you like      surf compare mornings
                           surf similar last
        can I trust it     surf verify pleasure variable=wave_height
                           surf backtest pleasure
      Name a spot by its number or the beginning of its name. Screens show your units and the spot's clock (surf profile); \
      tables, files and JSON hold SI units and UTC. Directions are where wind and waves come from; arrows point to where \
      they go. Forecasts are kept by issue and never changed, so a session keeps the forecast that was known when it began. \
      A learned model: surf windows pleasure as w; encode; cv forest folds=rolling. \
      In cron: podium -c 'surf fetch all; surf check notify="mail -s surf me"'. For practice: surf import ndbc surf-buoy, load \
      surf-sessions.
      """,
      groups: [
        .init("spots", ["spot add", "spots", "spot", "sun", "profile"]),
        .init("data", ["fetch", "addresses", "import", "sources", "observations", "drop", "export sessions"]),
        .init("sea", ["forecast", "tide", "verify"]),
        .init(
          "journal",
          ["log", "sessions", "session", "snapshot", "categories", "category", "category add", "forget"]),
        .init("alerts", ["week", "prefer", "check", "why"]),
        .init("learning", ["compare", "similar", "windows", "backtest", "consensus", "direction"]),
      ],
      words: [
        .init(["nearby", "closest", "near me"], verb: "spots"),
        .init(["feet", "ft", "knots", "fahrenheit", "units"], verb: "profile"),
        .init(["tide", "tides", "high water", "low water"], verb: "tide"),
        .init(["what will I like", "recommend", "best day", "this week"], verb: "week"),
        .init(["buoy", "wave buoy"], verb: "observations"),
        .init(["alert", "alarm", "notify", "notification"], verb: "check"),
        .init(["preference", "wish", "favourite conditions", "alert"], verb: "prefer"),
        .init(["favourite", "favorite", "home spot", "clock"], verb: "profile"),
        .init(["time zone", "timezone", "coordinates", "latitude"], verb: "spot add"),
        .init(["journal", "diary", "stars", "stoke", "stoked"], verb: "log"),
        .init(["privacy", "gdpr", "personal data", "delete a person"], verb: "forget"),
        .init(["share", "back up", "backup"], verb: "export sessions"),
        .init(["simulate"], none: "this study moved to 'surf-bench simulate', built by 'make programs'"),
      ])
  }
}
