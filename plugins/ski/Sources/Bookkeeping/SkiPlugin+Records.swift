internal import PodiumCore
internal import PodiumPlugin

extension SkiPlugin {
  /// Registers the records of the workspace and the commands that manage them.
  static func registerRecords(into registry: inout Registry) throws(Diagnostic) {
    try registry.add(SkiKinds.first)
    try registry.add(SkiKinds.second)
    for command in recordCommands + actions { try registry.add(command) }
  }

  /// Commands of three words.
  private static var actions: [any Command] {
    PairCommand.actions + AthleteCommand.actions + WaxerCommand.records.actions + TeamCommand.records.actions
      + TermCommand.actions + SessionCommand.actions
  }

  private static let recordCommands: [any Command] = [
    PairCommand(), PairsCommand(), FindCommand(), GrindCommand(), TreatCommand(), AthleteCommand(), AthletesCommand(),
    WaxerCommand(), TeamCommand(), CoverCommand(), TermCommand(), ImportCommand(), SessionCommand(), SessionsCommand(),
    AddCommand(), DropCommand(), RankCommand(), MoveCommand(), LabelsCommand(), GlideCommand(), LadderCommand(),
    MatrixCommand(), ConditionsCommand(), CommentCommand(), AuditCommand(.session), AuditCommand(.pair),
    ExportCommand(), ForgetCommand(),
    SheetCommand(), TableCommand(),
  ]
}
