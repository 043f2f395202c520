/// The description of an external learner, with which another process can start the same program.
///
/// It is made where the program may be started, and is never read from a file.
public struct LearnerProgram: Sendable, Hashable, Codable {
  /// The key of the learner.
  public var key: String
  /// What the program itself calls the learner.
  public var declaredKey: String
  /// What messages call the program.
  public var name: String
  /// The command of the system's shell.
  public var command: String
  /// The folder it is started in.
  public var folder: String
  /// The memory limit of one of its processes, in MB.
  public var megabytes: Int
  /// The time limit for one answer, in seconds.
  public var seconds: Int
  /// What a user can do when it fails.
  public var remedy: String
  /// Its expected first message, where that is known.
  public var greeting: String?
  public var hyperparameters: [Hyperparameter]
  /// What it can do.
  public var capabilities: Capabilities
  /// The hash of the program, which is checked before it is started.
  public var identity: String
  /// The environment variables that it gets beside those that every program gets.
  public var environment: [String]

  /// Describes a program.
  public init(
    key: String, declaredKey: String, name: String, command: String, folder: String, megabytes: Int, seconds: Int,
    remedy: String, greeting: String?, hyperparameters: [Hyperparameter], capabilities: Capabilities,
    identity: String, environment: [String] = []
  ) {
    self.key = key
    self.declaredKey = declaredKey
    self.name = name
    self.command = command
    self.folder = folder
    self.megabytes = megabytes
    self.seconds = seconds
    self.remedy = remedy
    self.greeting = greeting
    self.hyperparameters = hyperparameters
    self.capabilities = capabilities
    self.identity = identity
    self.environment = environment
  }
}
