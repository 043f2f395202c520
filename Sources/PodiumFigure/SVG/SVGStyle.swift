/// The one style of all pictures: the colours of light, of dark screens and of paper by class.
///
/// Pictures that are put into one page share it, so the classes mean the same in each; all begin at the class `pf` of the
/// picture. Programs that know no media queries draw it light.
enum SVGStyle {
  static let sheet: String = {
    let basic = """
      .pf{font-family:"Helvetica Neue",Helvetica,Arial,"Liberation Sans","DejaVu Sans",sans-serif;font-size:11px}
      .pf .h{font-weight:600}.pf .tm{text-anchor:middle}.pf .te{text-anchor:end}.pf .f,.pf .p,.pf .a{fill:currentColor}.pf .p{fill-opacity:.72}.pf .a{fill-opacity:.28}.pf .v{fill:currentColor;fill-opacity:.4;stroke:currentColor;stroke-width:1.2}
      .pf .l,.pf .l2,.pf .i,.pf .r,.pf .g,.pf .x{fill:none;stroke:currentColor;stroke-width:1.8;stroke-linejoin:round}
      .pf .l2{stroke-width:2.6}.pf .i{stroke-width:1.5}.pf .r{stroke-width:1.2}.pf .g,.pf .x{stroke-width:1}.pf .t{fill:transparent}
      .pf .z{fill:none;stroke:currentColor;stroke-linecap:round}.pf .p.z{stroke-opacity:.72}.pf .t.z{stroke:transparent}
      .pf .e1{stroke-dasharray:6 4}.pf .e2{stroke-dasharray:2 3}.pf .e3{stroke-dasharray:9 3 2 3}.pf .e4{stroke-dasharray:12 4}
      .pf .e5{stroke-dasharray:4 2}.pf .e6{stroke-dasharray:16 3}.pf .e7{stroke-dasharray:9 3 2 3 2 3}
      .pf .b{fill:#10151b}

      """
    return basic + rules(light) + "@media screen and (prefers-color-scheme:dark){" + rules(dark) + "}\n"
  }()

  private struct Palette {
    var ground: String
    var text: String
    var quiet: String
    var grid: String
    var muted: String
    var onStrong: String
    /// The colours of Okabe and Ito, in an order in which neighbours differ in greys too; on white a darker yellow, since a
    /// line of theirs does not show there.
    var categories: [String]
    /// One hue, from next to the ground to the farthest from it.
    var steps: [String]
    /// Two hues, meeting next to the ground.
    var diverging: [String]
  }

  private static let light = Palette(
    ground: "#fff", text: "#1f2730", quiet: "#5a6571", grid: "#e6e9ed", muted: "#8c959f", onStrong: "#fff",
    categories: ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#d5c400", "#333b44"],
    steps: ["#eef4f9", "#d9e7f2", "#bcd6ea", "#97c0df", "#6ea7d1", "#458cc0", "#2371ab", "#0d568f", "#063b68"],
    diverging: ["#b04a00", "#d9782f", "#eea973", "#f6d5bb", "#f2f2f2", "#c5dcec", "#85b8db", "#3c8dc2", "#00609a"])

  private static let dark = Palette(
    ground: "#14181d", text: "#e4e8ec", quiet: "#9ba6b1", grid: "#2b323a", muted: "#7d8894", onStrong: "#10151b",
    categories: ["#56a9e8", "#efb13a", "#2bbd92", "#f0813a", "#8fd0f5", "#dd96bd", "#efe66a", "#d5dbe1"],
    steps: ["#1b2732", "#203648", "#264861", "#2d5c7f", "#38749f", "#4c8fbe", "#6dabd6", "#99c8e8", "#cde5f7"],
    diverging: ["#ff9c52", "#d97a35", "#a35c2c", "#623f28", "#2a2f35", "#25465f", "#2f6c98", "#4896cc", "#7cc1f3"])

  private static func rules(_ palette: Palette) -> String {
    var out = ".pf .bg,.pf .w{fill:\(palette.ground)}.pf text{fill:\(palette.text)}.pf .q{fill:\(palette.quiet)}"
    out += ".pf .o{fill:\(palette.onStrong)}.pf .g{color:\(palette.grid)}.pf .x{color:\(palette.quiet)}"
    out +=
      ".pf .n{fill:\(palette.ground);stroke:\(palette.grid)}.pf .m{color:\(palette.muted)}.pf .k{color:\(palette.text)}\n"
    for (letter, colors) in [("c", palette.categories), ("s", palette.steps), ("d", palette.diverging)] {
      for (place, color) in colors.enumerated() { out += ".pf .\(letter)\(place){color:\(color)}" }
      out += "\n"
    }
    return out
  }
}
