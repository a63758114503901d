import Foundation
import NIOCore
import NIOSSL
import Synchronization

/// The certificate by which clients know the server, and its key, from two files in PEM. They are renewed now and then:
/// a connection uses what was last read of them when it is made.
final class ServerCertificate: Sendable {
  private struct Loaded {
    let certificate: Data
    let key: Data
    let context: NIOSSLContext
    let validFrom: Date
    let validUntil: Date
  }

  private let certificateFile: String
  private let keyFile: String
  private let loaded: Mutex<Loaded>

  /// - Throws: `CommandFailure`, with what is wrong with which file.
  init(certificateFile: String, keyFile: String) throws {
    self.certificateFile = certificateFile
    self.keyFile = keyFile
    loaded = Mutex(try Self.load(certificateFile, keyFile))
  }

  /// For a new connection.
  var context: NIOSSLContext { loaded.withLock { $0.context } }

  var validUntil: Date { loaded.withLock { $0.validUntil } }

  /// Reads the files again. Where they are no certificate with its key, as while they are being replaced, what was read
  /// before stays.
  /// - Returns: whether they have changed.
  /// - Throws: `CommandFailure`, as `init`.
  func reload() throws -> Bool {
    let (certificate, key) = (try Self.read(certificateFile, "certificate"), try Self.read(keyFile, "key"))
    if loaded.withLock({ $0.certificate == certificate && $0.key == key }) { return false }
    let new = try Self.load(certificateFile, keyFile)
    loaded.withLock { $0 = new }
    return true
  }

  /// Warnings for the operator about a certificate with which the server runs.
  /// - Parameter now: the present time.
  func warnings(at now: Date) -> [String] {
    var warnings: [String] = []
    let (from, until) = loaded.withLock { ($0.validFrom, $0.validUntil) }
    let day = until.formatted(.iso8601)
    if now < from {
      warnings.append("the TLS certificate \(certificateFile) is not valid before \(from.formatted(.iso8601))")
    } else if until < now {
      warnings.append("the TLS certificate \(certificateFile) has expired: it was valid until \(day)")
    } else if until < now + Self.noticePeriod {
      warnings.append("the TLS certificate \(certificateFile) is valid only until \(day)")
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: keyFile)
    if let mode = attributes?[.posixPermissions] as? NSNumber, mode.intValue & 0o077 != 0 {
      warnings.append("others than its owner may read the TLS key \(keyFile): chmod 600")
    }
    return warnings
  }

  /// Two weeks: certificates for 90 days are renewed when 30 are left.
  private static let noticePeriod: TimeInterval = 14 * 86_400

  private static func load(_ certificateFile: String, _ keyFile: String) throws -> Loaded {
    let certificate = try read(certificateFile, "certificate")
    let key = try read(keyFile, "key")
    guard let chain = try? NIOSSLCertificate.fromPEMBytes(Array(certificate)), let leaf = chain.first else {
      throw CommandFailure("there is no certificate in PEM in \(certificateFile)")
    }
    guard let privateKey = try? NIOSSLPrivateKey(bytes: Array(key), format: .pem) else {
      throw CommandFailure("there is no private key in PEM in \(keyFile), or it is encrypted")
    }
    guard let context = try? NIOSSLContext(configuration: configuration(chain, privateKey)) else {
      throw CommandFailure("the TLS key \(keyFile) does not belong to the certificate \(certificateFile)")
    }
    return Loaded(
      certificate: certificate, key: key, context: context,
      validFrom: Date(timeIntervalSince1970: TimeInterval(leaf.notValidBefore)),
      validUntil: Date(timeIntervalSince1970: TimeInterval(leaf.notValidAfter)))
  }

  private static func read(_ path: String, _ purpose: String) throws -> Data {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw CommandFailure(
        "the TLS \(purpose) \(path) \(isThere ? "cannot be read" : "is not there")",
        advice: isThere
          ? "Let the user of this process read it (\(NSUserName())): chown or setfacl, not chmod for everyone."
          : "Correct --tls-\(purpose) (HATCHED_TLS_\(purpose.uppercased())); in a container, mount the file.",
        status: .unreadableFile)
    }
    return bytes
  }

  private static func configuration(
    _ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey
  ) -> TLSConfiguration {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    // Those of TLS 1.2 that keep what was said secret when the key gets known later, and are not CBC. TLS 1.3 has no
    // others — RFC 9325, section 4.2.
    configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
    configuration.applicationProtocols = ["http/1.1"]
    // Send `close_notify` on close without waiting for an answer: the handler of requests waits where a client may not
    // have read all. NIO would wait, and miss the answer from a client whose other direction may stay open.
    configuration.shutdownTimeout = .zero
    return configuration
  }
}
