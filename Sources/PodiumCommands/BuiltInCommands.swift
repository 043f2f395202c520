public import PodiumCore
internal import PodiumEngine
public import PodiumPlugin

/// The built-in verbs, one file each.
public enum BuiltInCommands {
  public static let commands: [any Command] = [
    LoadCommand(), DatasetsCommand(), UseCommand(), HeadCommand(), TailCommand(),
    SampleCommand(), CountCommand(), CorrelateCommand(), TestCommand(), RegressCommand(), MissingCommand(),
    ColumnsCommand(), DescribeCommand(),
    FilterCommand(), KeepCommand(), DropCommand(), DeriveCommand(), ReplaceCommand(), RenameCommand(), SortCommand(),
    DistinctCommand(), BinCommand(), SplitCommand(), TypeCommand(), LevelCommand(), SummarizeCommand(), JoinCommand(),
    BindCommand(), PivotCommand(), UnpivotCommand(), SqlCommand(),
    LabelCommand(), FeaturesCommand(), RoleCommand(), EncodeCommand(), ScaleCommand(), ImputeCommand(),
    SelectFeaturesCommand(),
    PCACommand(), TargetEncodeCommand(), UpsampleCommand(), DownsampleCommand(), RecipeCommand(),
    LearnersCommand(), CvCommand(), CompareCommand(), TuneCommand(), ConfusionCommand(), RocCommand(),
    CalibrationCommand(), ThresholdCommand(), ImportanceCommand(), LearningCurveCommand(), ExplainCommand(),
    FitCommand(), PredictCommand(),
    LearnerAddCommand(), LearnerListCommand(), LearnerRemoveCommand(),
    ModelSaveCommand(), ModelLoadCommand(), ModelListCommand(), ModelRemoveCommand(),
    SaveCommand(), WorkspaceInfoCommand(), WorkspaceBackupCommand(), WorkspaceRestoreCommand(),
    WorkspaceCheckCommand(), WorkspaceExportCommand(), WorkspaceChangesCommand(), WorkspaceRemoveCommand(),
    ResultsCommand(), FieldsCommand(), ShowCommand(), PlotCommand(), FigureCommand(), AssertCommand(),
    CalculateCommand(),
    SetCommand(), HelpCommand(), PluginsCommand(), ClearCommand(), ExitCommand(), QuitCommand(),
    InterpreterVerb(HistoryCommand()), InterpreterVerb(RerunCommand()), InterpreterVerb(EditCommand()),
    InterpreterVerb(UndoCommand()), InterpreterVerb(RedoCommand()), InterpreterVerb(SourceCommand()),
    InterpreterVerb(WatchCommand()),
  ]

  /// Registers the verbs, their example files and the datasets that need no plugin.
  public static func register(into registry: inout Registry) throws(Diagnostic) {
    for command in commands { try registry.add(command) }
    for kind in PlotCommand.kinds { try registry.add(kind) }
    for file in ExampleFiles.all { try registry.add(file) }
    for function in SessionTime.functions { try registry.add(function) }
    try registry.add(
      DatasetEntry(
        "iris", path: "iris/iris.csv", importer: "csv",
        summary: "150 iris flowers of three species with four measurements (Fisher 1936).", target: "species"))
    try registry.add(
      DatasetEntry(
        "wine", path: "wine/wine.csv", importer: "csv",
        summary: "178 wines of three cultivars with 13 chemical measurements (UCI).", target: "cultivar"))
    try registry.add(
      DatasetEntry(
        "tastings", path: "tastings/tastings.csv", importer: "csv",
        summary: "12 tastings of eight coffees each, ranked within each tasting (made up).",
        roles: ["session": .group, "coffee": .id, "rank": .ignored],
        labelling: Labelling(
          ranks: ["rank"], group: "session", cuts: .shares([0.3, 0.7]), names: ["good", "fair", "poor"])))
  }
}
