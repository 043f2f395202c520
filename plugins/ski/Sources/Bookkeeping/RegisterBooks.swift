internal import PodiumCore
internal import PodiumShell

extension SkiPlugin {
  /// Brings what the workspace keeps and the commands that keep it.
  static func registerBooks(into registry: inout Registry) throws(Diagnostic) {
    try registry.add(SkiKinds.first)
    try registry.add(SkiKinds.second)
    for command in books { try registry.add(command) }
  }

  private static let books: [any Command] = [
    PairCommand(), PairsCommand(), FindCommand(), GrindCommand(), TreatCommand(), AthleteCommand(), AthletesCommand(),
    WaxerCommand(), TeamCommand(), CoverCommand(), TermCommand(), ImportCommand(), SessionCommand(), SessionsCommand(),
    AddCommand(), DropCommand(), RankCommand(), MoveCommand(), LabelsCommand(), GlideCommand(), LadderCommand(),
    MatrixCommand(), ConditionsCommand(), CommentCommand(), AuditCommand(), ExportCommand(), ForgetCommand(),
    SheetCommand(), TableCommand(),
  ]
}
