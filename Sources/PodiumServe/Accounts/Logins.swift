internal import PodiumCore
internal import PodiumPlugin

/// Who is logged in by a cookie, and who failed to log in; a value with a JSON form, changed by the service alone.
struct Logins: Sendable {
  /// The version of the JSON form.
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

  private var logins: [Login] = []
  private var failures: [String: Failure] = [:]

  private struct Login: Sendable {
    let digest: String
    let name: String
    /// The digest of the password at that time: another password ends it.
    let password: String
    let made: Moment
    var seen: Moment
  }

  private struct Failure: Sendable {
    var count: Int
    var until: Moment
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
    logins.append(Login(digest: SHA256.text(of: cookie), name: name, password: password, made: now, seen: now))
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
    guard now.seconds(since: logins[place].seen) <= life.idle, now.seconds(since: logins[place].made) <= life.whole
    else {
      logins.remove(at: place)
      return nil
    }
    logins[place].seen = max(now, logins[place].seen)
    return account
  }

  /// Ends the login of a cookie.
  mutating func remove(_ cookie: String) {
    let given = SHA256.text(of: cookie)
    logins.removeAll { SecretText.areEqual($0.digest, given) }
  }

  // MARK: Failures

  /// How many seconds a name or an address must wait; 0 for none.
  func wait(_ names: [String], at now: Moment) -> Int {
    var longest = 0
    for name in names {
      guard let until = failures[name]?.until, until > now else { continue }
      // A wait of half a second is one. A clock that was set back makes none longer than it was.
      let wait = until.seconds(since: now) + 1
      if wait <= Logins.longestWait + 1 { longest = max(longest, wait) }
    }
    return longest
  }

  /// Notes a login that failed, for its name and for its address.
  mutating func fail(_ names: [String], at now: Moment) {
    for name in names {
      var failure = failures[name] ?? Failure(count: 0, until: now)
      failure.count += 1
      let beyond = failure.count - Logins.freeFailures
      if beyond > 0 {
        let wait = min(Logins.longestWait, 1 << min(beyond - 1, 10))
        failure.until = Moment(microseconds: now.microseconds + wait * 1_000_000)
      }
      failures[name] = failure
    }
    guard failures.count > Logins.mostFailures else { return }
    // Those whose wait was over first are forgotten first.
    for name in failures.ordered(by: { $0.value.until < $1.value.until }).prefix(Logins.mostFailures / 4).map(\.key) {
      failures[name] = nil
    }
  }

  /// Forgets the failures of a name that has logged in.
  mutating func succeed(_ name: String) { failures[name] = nil }

  // MARK: The kept form

  var json: JSONValue {
    let entries = logins.map { login -> JSONValue in
      [
        "digest": .string(login.digest), "name": .string(login.name), "password": .string(login.password),
        "made": .integer(login.made.microseconds), "seen": .integer(login.seen.microseconds),
      ]
    }
    let failed = failures.inCodePointOrder(by: \.key).map { name, failure -> JSONValue in
      [.string(name), .integer(failure.count), .integer(failure.until.microseconds)]
    }
    return ["version": .integer(Logins.version), "logins": .array(entries), "failures": .array(failed)]
  }

  /// No logins.
  init() {}

  /// Reads the kept form; what cannot be read is left out, so that its owner logs in again.
  init(json bytes: [UInt8]) {
    guard let value = try? JSONReader.value(bytes), value["version"]?.integer == Logins.version else { return }
    for item in value["logins"]?.array ?? [] {
      guard let digest = item["digest"]?.string, let name = item["name"]?.string,
        let password = item["password"]?.string, let made = item["made"]?.integer, let seen = item["seen"]?.integer
      else { continue }
      logins.append(
        Login(
          digest: digest, name: name, password: password, made: Moment(microseconds: made),
          seen: Moment(microseconds: seen)))
    }
    for item in value["failures"]?.array ?? [] {
      guard let parts = item.array, parts.count == 3, let name = parts[0].string, let count = parts[1].integer,
        let until = parts[2].integer
      else { continue }
      failures[name] = Failure(count: count, until: Moment(microseconds: until))
    }
  }
}

extension Moment {
  /// Whole seconds from another moment to this one.
  fileprivate func seconds(since other: Moment) -> Int { (microseconds - other.microseconds) / 1_000_000 }
}
