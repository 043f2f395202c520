internal import PodiumCore
internal import PodiumPlugin

/// The pages of a service: what commands show, with the forms of verbs that belong there.
struct Pages: Sendable {
  let runner: CommandRunner
  let settings: ServiceSettings

  init(_ runner: CommandRunner, _ settings: ServiceSettings) { (self.runner, self.settings) = (runner, settings) }

  /// Why a login failed.
  enum LoginProblem { case refused, wait(Int) }

  /// The kinds that pages without an account watch.
  var publicKinds: Set<String> { [] }

  /// A page; nil where there is none at the address, or none that the account sees.
  func answer(
    _ request: ServedRequest, as account: Account?, in base: any Store, _ cancellation: Cancellation
  ) throws(Diagnostic) -> ServedAnswer? { nil }

  /// Runs what a form of a page asks for; nil where there is no such form.
  func submit(
    _ request: ServedRequest, as account: Account, in base: any Store, _ terms: CommandRunner.Terms
  ) throws(Diagnostic) -> ServedAnswer? { nil }

  /// The answer to a form that was sent before and done.
  func again(_ request: ServedRequest) -> ServedAnswer { .redirect(to: request.target) }

  /// The page that asks for name and password.
  func login(_ request: ServedRequest, next: String, status: Int, problem: LoginProblem?) -> ServedAnswer {
    ServedAnswer(status)
  }

  /// What the service offers an account, as OpenAPI 3.1.
  func openAPI(for account: Account) -> ServedAnswer { ServedAnswer(json: .object([])) }
}
