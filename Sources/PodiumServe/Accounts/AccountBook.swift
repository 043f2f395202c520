internal import PodiumCore
internal import PodiumFiles
internal import PodiumPlugin
internal import Synchronization

/// The accounts of a running service with who is logged in: follows the accounts' file, and keeps the logins in another.
///
/// A class, because all requests share it.
final class AccountBook: Sendable {
  private let file: AccountsFile?
  private let state: Mutex<State>

  private struct State {
    var accounts: Accounts
    var stamp: [Int]
    var logins: Logins
    /// What of the logins is on the disk already but for who was seen when.
    var isChanged = false
    var saved: Moment?
  }

  enum Login {
    case cookie(String, Account)
    /// The name or the password is wrong, or too many have failed and so many seconds must pass.
    case failed(wait: Int)
  }

  init(_ file: AccountsFile) throws(Diagnostic) {
    self.file = file
    let stamp = file.stamp
    let path = AccountBook.loginsPath(file)
    try AccountsFile.refuseOpen(path)
    let kept = DiskFiles().kind(of: path) == .file ? try DiskFiles().read(path, shown: path) : []
    state = Mutex(State(accounts: try file.read(), stamp: stamp, logins: Logins(json: kept)))
  }

  /// Accounts in memory, for tests.
  init(_ accounts: Accounts) {
    file = nil
    state = Mutex(State(accounts: accounts, stamp: [], logins: Logins()))
  }

  private static func loginsPath(_ file: AccountsFile) -> String { file.path + ".logins" }

  // MARK: Who asks

  func account(token: String, at now: Moment) -> (account: Account, isReadOnly: Bool)? {
    state.withLock { $0.accounts.account(token: token, at: now) }
  }

  func account(cookie: String, at now: Moment) -> Account? {
    state.withLock { $0.logins.account(cookie, among: $0.accounts, at: now) }
  }

  /// Whom a cookie or a token still lets in; asking is not a visit.
  func current(_ visitor: Admission.Visitor, at now: Moment) -> Account? {
    state.withLock { state in
      if let token = visitor.token { return state.accounts.account(token: token, at: now)?.account }
      guard let cookie = visitor.cookie else { return nil }
      var logins = state.logins
      return logins.account(cookie, among: state.accounts, at: now)
    }
  }

  /// Logs in by a name and a password; a name that is unknown is answered as one that is known.
  func logIn(_ name: String, _ password: String, from address: String, at now: Moment) -> Login {
    state.withLock { state in
      // A name that is longer than any account's counts as none, so that nothing else fills the file.
      let keys = ["name " + (name.utf8.count > Accounts.longestName ? "" : name), "address " + address]
      let wait = state.logins.wait(keys, at: now)
      guard wait == 0 else { return .failed(wait: wait) }
      state.isChanged = true
      guard let account = state.accounts.account(name, password: password),
        let digest = state.accounts.digest(of: account.name)
      else {
        state.logins.fail(keys, at: now)
        return .failed(wait: 0)
      }
      state.logins.succeed(keys[0])
      return .cookie(state.logins.add(account.name, password: digest, at: now), account)
    }
  }

  func knows(_ name: String) -> Bool { state.withLock { $0.accounts.digest(of: name) != nil } }

  func logOut(_ cookie: String) {
    state.withLock { state in
      state.logins.remove(cookie)
      state.isChanged = true
    }
  }

  // MARK: Files

  /// Reads the accounts again if their file has changed; while it cannot be read, no one is let in.
  func follow() {
    guard let file else { return }
    let stamp = file.stamp
    guard state.withLock({ $0.stamp != stamp }) else { return }
    let accounts = (try? file.read()) ?? Accounts()
    state.withLock { ($0.accounts, $0.stamp) = (accounts, stamp) }
  }

  /// Writes who is logged in: at once after a change, otherwise each five minutes.
  func save(at now: Moment, isLast: Bool = false) {
    guard let file else { return }
    let logins: Logins? = state.withLock { state in
      let isDue = state.saved.map { abs(now.microseconds - $0.microseconds) > 300_000_000 } ?? true
      guard state.isChanged || isDue || isLast else { return nil }
      (state.isChanged, state.saved) = (false, now)
      return state.logins
    }
    guard let logins else { return }
    // On a full disk it is tried again.
    if (try? AccountsFile.write(logins, to: AccountBook.loginsPath(file))) == nil {
      state.withLock { $0.isChanged = true }
    }
  }
}
