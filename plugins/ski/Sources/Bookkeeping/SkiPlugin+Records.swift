internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

extension SkiPlugin {
  /// Registers the records of the workspace and the commands that manage them.
  static func registerRecords(into registry: inout Registry) throws(Diagnostic) {
    try registry.add(SkiKinds.first)
    try registry.add(SkiKinds.second)
    for thing in SkiThings.all { try thing.register(into: &registry) }
    for command in recordCommands { try registry.add(command) }
  }

  private static let recordCommands: [any Command] = [
    PairCommand(), PairsCommand(), FindCommand(), GrindCommand(), TreatCommand(), AthleteCommand(), AthletesCommand(),
    CoverCommand(), TermCommand(), SkiImportCommand(), SkiSessionCommand(), SkiSessionsCommand(),
    AddCommand(), SkiDropCommand(), RankCommand(), MoveCommand(), LabelsCommand(), GlideCommand(), LadderCommand(),
    MatrixCommand(), ConditionsCommand(), CommentCommand(), AuditCommand(.session), AuditCommand(.pair),
    AuditCommand(.pair, isShort: true),
    SkiExportCommand(), SkiForgetCommand(),
    SheetCommand(), SkiTableCommand(),
  ]
}
