public import PodiumPlugin

extension SkiPlugin {
  /// The text of `help ski`: six everyday tasks, then the commands in the order of a waxer's year.
  public var guide: PluginGuide {
    PluginGuide(
      """
      everyday tasks:
        new pairs         ski pair add 4711005 4711006 4711008 4711017 type=Classic base=White owner="Anna Nilsson"
                          ski grind 017 C on=2026-01-10
        a ski test        ski session new Bruksvallarna type=Classic at=2026-01-24T08:30+01:00 air=-5 new=50 old=50
                          ski rank last 017 006/005 008 add=yes
        gliding in pairs  ski glide last 017 beats 006 margin=14cm lane=L
                          ski next last; ski order last
        tomorrow's race   ski recommend type=Classic air=-5 new=50 old=50 owner=Nilsson shortlist=5
                          ski why 017 air=-5 new=50 old=50
        for the coach     ski choice type=Classic air=-5 new=50 old=50 owner=Nilsson to choice.html
        what we know      ski sessions air=-5..0 with=017; ski pair 017 tests; ski matrix type=Classic
      Ranks are best first, / marks ties; add=yes adds known pairs that are not in the test yet. Name a pair by the end \
      or beginning of its serial number (017) or by its nickname; name a session by its number, or last. 'undo' reverts \
      what you entered at this prompt; a command that fails changes nothing. help and a command's name, as in help ski \
      rank, explains that command. For practice: ski import ski-made-team, a simulated team over two seasons.
      """,
      groups: [
        .init("pairs", ["pair", "pairs", "find", "grind", "treat"]),
        .init("people and terms", ["athlete", "athletes", "waxer", "cover", "team", "term"]),
        .init(
          "tests",
          ["session", "sessions", "add", "drop", "rank", "move", "labels", "glide", "ladder", "conditions", "comment"]),
        .init("results", ["order", "next", "agreement", "wax", "matrix", "audit", "audit session", "audit pair"]),
        .init("prediction", ["recommend", "choice", "why", "map", "grindings", "wish", "risk", "surprises", "table"]),
        .init("in and out", ["import", "export", "sheet", "forget"]),
      ],
      words: [
        .init(["coach", "phone page", "which skis to take", "race day"], verb: "choice"),
        .init(["half height", "flex", "camber", "stiffness"], verb: "wish"),
        .init(["flex", "camber", "half height", "structure of the base"], verb: "pair"),
        .init(["wax", "glide wax", "fluoro", "powder", "rilling", "structure"], verb: "treat"),
        .init(["stone grind", "structure", "grinding"], verb: "grind"),
        .init(["glide test", "pairwise test", "heat"], verb: "glide"), .init(["glide test", "wax test"], verb: "wax"),
        .init(["knock-out", "bracket", "heats", "cup"], verb: "ladder"),
        .init(["protocol", "knock-out", "form to fill in", "print"], verb: "sheet"),
        .init(["protocol", "excel", "spreadsheet", "workbook"], verb: "import"),
        .init(["privacy", "gdpr", "personal data"], verb: "forget"), .init(["tie", "ties", "placing"], verb: "rank"),
        .init(["fahrenheit", "hardness", "humidity"], verb: "conditions"),
        .init(["share", "pseudonym", "anonymous"], verb: "export"),
        .init(["history", "who changed", "log of changes"], verb: "audit pair"),
        .init(
          ["simulate"],
          none:
            "for practice there is 'ski import ski-made-team'; 'ski-bench simulate FOLDER', built by 'make programs', makes other teams"
        ),
      ])
  }
}
