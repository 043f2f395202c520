import Glibc
import HummingbirdTLS
import NIOSSL
import PodiumCore

/// The certificate and the key of a service, as PEM files.
enum CertificateFiles {
  /// TLS 1.2 and 1.3 with a chain of certificates, and when the first of them ends; throws `bad-certificate` for files that
  /// cannot be used.
  static func configuration(
    chain: String, key: String, at seconds: Int
  ) throws(Diagnostic) -> (TLSConfiguration, ends: Moment) {
    let certificates: [NIOSSLCertificate]
    do { certificates = try NIOSSLCertificate.fromPEMFile(chain) } catch {
      throw bad("'\(chain)' cannot be read as a certificate", isThere(chain))
    }
    guard let own = certificates.first else { throw bad("'\(chain)' has no certificate", nil) }
    if own.notValidAfter < seconds {
      throw bad("the certificate '\(chain)' ended on \(day(own.notValidAfter))", "renew it")
    }
    if own.notValidBefore > seconds {
      throw bad(
        "the certificate '\(chain)' begins on \(day(own.notValidBefore))", "see the clock")
    }
    let secret: NIOSSLPrivateKey
    do { secret = try NIOSSLPrivateKey(file: key, format: .pem) } catch {
      throw bad("'\(key)' cannot be read as a key", isThere(key))
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(secret))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    do { _ = try NIOSSLContext(configuration: configuration) } catch {
      throw bad("the key '\(key)' does not belong to the certificate '\(chain)'", "name the key of that certificate")
    }
    return (configuration, CertificateFiles.moment(own.notValidAfter))
  }

  private static func bad(_ message: String, _ help: String?) -> Diagnostic {
    Diagnostic("bad-certificate", message, help: help ?? "name files in the form of PEM")
  }

  private static func isThere(_ path: String) -> String? {
    access(path, R_OK) == 0 ? nil : errno == ENOENT ? "there is no such file" : "you may not read it"
  }

  /// A moment of a certificate, which may lie beyond every year that podium counts.
  private static func moment(_ seconds: time_t) -> Moment {
    Moment(microseconds: min(max(seconds, -62_135_596_800), 253_402_300_799) * 1_000_000)
  }

  private static func day(_ seconds: time_t) -> String { Value.datetime(moment(seconds)).fileText }
}
