import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Looks whether the files of the certificate have changed: every minute, and when the process gets SIGHUP.
struct CertificateService: Service {
  let certificate: ServerCertificate
  let logger: Logger
  var interval = Duration.seconds(60)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for await _ in await UnixSignalsSequence(trapping: .sighup) { look() }
        }
        group.addTask { await lookNowAndThen() }
      }
    }
  }

  private func lookNowAndThen() async {
    var warned: Date?
    while !Task.isCancelled {
      let now = Date()
      if warned.map({ $0 + 86_400 <= now }) ?? true {
        warned = now
        for warning in certificate.warnings(at: now) { logger.warning("\(warning)") }
      }
      try? await Task.sleep(for: interval)
      if !Task.isCancelled { look() }
    }
  }

  private func look() {
    do {
      guard try certificate.reload() else { return }
      logger.notice(
        "new connections use the renewed TLS certificate",
        metadata: ["validUntil": "\(certificate.validUntil.formatted(.iso8601))"])
    } catch {
      logger.error("the TLS certificate stays as it is: \(error)")
    }
  }
}
