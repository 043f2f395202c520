public import PodiumPlugin

extension Session {
  /// What runs commands apart from this session: it starts empty, stops with this one and changes nothing outside of
  /// itself; nil where the services can make none.
  public func apart() -> Interpreter? {
    guard let make = services.scratch else { return nil }
    var session = Session(registry: builtIn, services: make(builtIn))
    session.cancellation = cancellation
    session.state.settings.threads = state.settings.threads
    return Interpreter(session)
  }
}
