internal import PodiumCore
internal import PodiumFiles
internal import PodiumPlugin

/// Who is logged in by a cookie, and who failed to log in; a value with a JSON form, changed by the service alone.
struct Logins: Sendable, Codable {
  private static let version = 1
  /// How many logins a person has at most; the oldest ends.
  private static let most = 10
  /// How many failures are free, and the longest wait after more, in seconds.
  private static let freeFailures = 5
  private static let longestWait = 900
  /// How many names and addresses are remembered for their failures.
  private static let mostFailures = 4096

  /// How long a login lasts without a request, and in all, in seconds.
  private static let ofAdmin = (idle: 30 * 60, whole: 12 * 3600)
  private static let ofOthers = (idle: 7 * 86_400, whole: 30 * 86_400)

  private var version = Logins.version
  private var logins: [Login] = []
  /// By name and by address; nil in a file of podium 0.2, which kept them otherwise.
  private var failed: [String: Failure]? = [:]

  private struct Login: Sendable, Codable {
    let digest: String
    let name: String
    /// The digest of the password at that time: another password ends it.
    let password: String
    /// In microseconds since 1970, as all times here.
    let made: Int
    var seen: Int
  }

  private struct Failure: Sendable, Codable {
    var count: Int
    var until: Int
  }

  // MARK: Cookies

  /// Logs an account in; the cookie, which is kept as a digest.
  mutating func add(_ name: String, password: String, at now: Moment) -> String {
    let cookie = SecretText.cookie()
    if logins.count(where: { $0.name == name }) >= Logins.most,
      let oldest = logins.firstIndex(where: { $0.name == name })
    {
      logins.remove(at: oldest)
    }
    let made = now.microseconds
    logins.append(Login(digest: SHA256.text(of: cookie), name: name, password: password, made: made, seen: made))
    return cookie
  }

  /// The account of a cookie; nil for one that is unknown or over.
  ///
  /// A person on a touchline stays in for a week between two requests and a month in all, an admin for half an hour and half a
  /// day.
  mutating func account(_ cookie: String, among accounts: Accounts, at now: Moment) -> Account? {
    let given = SHA256.text(of: cookie)
    guard let place = logins.firstIndex(where: { SecretText.areEqual($0.digest, given) }),
      let account = accounts.account(logins[place].name, digest: logins[place].password)
    else { return nil }
    let life = account.role == .admin ? Logins.ofAdmin : Logins.ofOthers
    let (seen, made) = (now.seconds(since: logins[place].seen), now.seconds(since: logins[place].made))
    guard seen <= life.idle, made <= life.whole
    else {
      logins.remove(at: place)
      return nil
    }
    logins[place].seen = max(now.microseconds, logins[place].seen)
    return account
  }

  mutating func remove(_ cookie: String) {
    let given = SHA256.text(of: cookie)
    logins.removeAll { SecretText.areEqual($0.digest, given) }
  }

  // MARK: Failures

  /// How many seconds a name or an address must wait; 0 for none.
  func wait(_ names: [String], at now: Moment) -> Int {
    var longest = 0
    for name in names {
      guard let until = failed?[name]?.until, until > now.microseconds else { continue }
      // A wait of half a second is one. A clock that was set back makes none longer than it was.
      let wait = 1 - now.seconds(since: until)
      if wait <= Logins.longestWait + 1 { longest = max(longest, wait) }
    }
    return longest
  }

  /// Notes a login that failed, for its name and for its address.
  mutating func fail(_ names: [String], at now: Moment) {
    for name in names {
      var failure = failed?[name] ?? Failure(count: 0, until: now.microseconds)
      failure.count = min(max(0, failure.count), 1 << 20) + 1
      let beyond = failure.count - Logins.freeFailures
      if beyond > 0 {
        let wait = min(Logins.longestWait, 1 << min(beyond - 1, 10))
        failure.until = now.microseconds + wait * 1_000_000
      }
      failed?[name] = failure
    }
    guard let all = failed, all.count > Logins.mostFailures else { return }
    // Those whose wait was over first are forgotten first.
    for name in all.ordered(by: { $0.value.until < $1.value.until }).prefix(Logins.mostFailures / 4).map(\.key) {
      failed?[name] = nil
    }
  }

  /// Forgets the failures of a name that has logged in.
  mutating func succeed(_ name: String) { failed?[name] = nil }

  // MARK: The kept form

  init() {}

  /// Reads the kept form; what cannot be read lets no one in, so that all log in again.
  init(json bytes: [UInt8]) {
    guard var kept = try? SortedJSON.value(bytes, { try Logins(from: $0) }), kept.version == Logins.version else {
      return
    }
    kept.failed = kept.failed ?? [:]
    self = kept
  }
}

extension Moment {
  /// Whole seconds from another moment, in microseconds, to this one.
  fileprivate func seconds(since other: Int) -> Int {
    (microseconds - Moment(microseconds: other).microseconds) / 1_000_000
  }
}
