import Foundation
import Gateway
import Mail

/// Whether messages can be sent: the configuration, and the mail server.
struct MailChecks {
  let options: MailOptions
  let worker: WorkerOptions

  func findings() async -> [Finding] {
    do {
      let way = try options.resolvedWay()
      let hasWorker = worker.url != nil || EnvironmentVariable.workerDatabaseURL.value != nil
      switch way {
      case .off:
        return [
          .warn(
            "mail", "no message is sent: nobody can confirm an address or set a new password",
            "set HATCHED_MAIL_SERVER, HATCHED_MAIL_FROM and HATCHED_PUBLIC_URL on one server at least")
        ]
      case .print:
        return [
          .warn("mail", "printed with codes and links: whoever reads the output can use them", "use it for development only")
        ]
      case .smtp: return try await server(hasWorker) + [site(), webhook()]
      }
    } catch {
      return [.fail("mail", "\(error)", "see docs/configuration.md")]
    }
  }

  private func server(_ hasWorker: Bool) async throws -> [Finding] {
    let server = try options.server()
    var findings: [Finding] = []
    if !hasWorker {
      findings.append(
        .warn("mail", "this server sends none: WORKER_DATABASE_URL is not set", "set it on one server at least"))
    }
    let connection = SMTPConnection(server)
    let why = await connection.open()
    await connection.close()
    if let why {
      findings.append(
        .fail(
          "mail server", "\(server.url): \(why)",
          "see the address, that the server speaks TLS with a certificate that is trusted here, and user and password"))
    } else if server.encryption == .off {
      findings.append(
        .warn("mail server", "\(server.url) answers, in clear text: codes and links can be read along", "use TLS"))
    } else {
      let user = server.hasCredentials ? "as a user" : "without a user"
      findings.append(.ok("mail server", "\(server.url) answers over TLS, \(user)"))
    }
    return findings
  }

  private func site() -> Finding {
    do {
      _ = try options.composer(try TokenConfiguration(forExamples: ()))
    } catch {
      return .fail("links", "\(error)", "set HATCHED_PUBLIC_URL, as in https://app.example.org")
    }
    let url = options.publicUrl ?? EnvironmentVariable.publicURL.value ?? ""
    guard url.hasPrefix("https://") else {
      return .warn("links", "\(url): links in messages lead to a page in clear text", "use https")
    }
    return .ok("links", url)
  }

  private func webhook() -> Finding {
    do {
      guard try options.webhook() != nil else { return .ok("telephone", "no text messages are sent") }
      return .ok("telephone", "text messages are posted to the webhook")
    } catch {
      return .fail("telephone", "\(error)", "set HATCHED_TELEPHONE_WEBHOOK and HATCHED_TELEPHONE_SECRET")
    }
  }
}
