import Foundation
import Gateway
import Logging
import Planning
import Domain
import SessionTokens

/// Checks of the flags and the environment, without the database.
struct ConfigurationChecks {
  let options: ServerOptions

  var findings: [Finding] {
    [
      unknownVariables, secrets, passwordSecrets, cardSecrets, listener, encryption, logging, admin, crossOrigin, clientAddress, apple,
      trustedDocuments, explorer, descriptors,
    ]
  }

  /// Runs what the server does at its start.
  private func attempt(_ subject: String, _ advice: String, _ body: () throws -> Finding) -> Finding {
    do {
      return try body()
    } catch {
      return .fail(subject, "\(error)", advice)
    }
  }

  private var unknownVariables: Finding {
    let environment = ProcessInfo.processInfo.environment
    let unknown = SettingVariables(environment: environment).unknown
    let given = Setting.all.map(\.variable).filter { environment[$0]?.isEmpty == false }
    guard unknown.isEmpty else {
      return .warn(
        "environment", "\(unknown.joined(separator: ", ")): no variable of this program",
        "look for a misspelling in `hatched settings`")
    }
    return .ok("environment", given.isEmpty ? "nothing is set" : given.sorted().joined(separator: ", "))
  }

  private var secrets: Finding {
    attempt("token secrets", "set HATCHED_TOKEN_SECRETS: `openssl rand -hex 32` makes a good secret") {
      _ = try TokenConfiguration()
      let all = (EnvironmentVariable.tokenSecrets.value ?? "").split(separator: ",")
      guard all.allSatisfy({ Set($0.utf8).count >= 10 }) else {
        return .warn(
          "token secrets", "a secret has few different characters: it may be guessed",
          "put one from `openssl rand -hex 32` in front, and remove the others when their tokens have expired")
      }
      return .ok("token secrets", all.count == 1 ? "one, long enough" : "\(all.count), long enough; the first signs")
    }
  }

  private var passwordSecrets: Finding {
    attempt("password secrets", "set HATCHED_PASSWORD_SECRETS: `openssl rand -hex 32` makes a good secret") {
      guard EnvironmentVariable.passwordSecrets.value != nil else {
        return .ok("password secrets", "those of session tokens: one that hashes of passwords name has to stay")
      }
      _ = try PasswordSecrets.keys(besides: try TokenConfiguration().keys)
      return .ok("password secrets", "HATCHED_PASSWORD_SECRETS")
    }
  }

  private var cardSecrets: Finding {
    attempt("card secrets", "set HATCHED_CARD_SECRETS: `openssl rand -hex 32` makes a good secret") {
      guard EnvironmentVariable.cardSecrets.value != nil else {
        return .ok("card secrets", "those of session tokens: cards become unknown when one is removed under which they were linked")
      }
      _ = try CardSecrets.keys(besides: try TokenConfiguration().keys)
      return .ok("card secrets", "HATCHED_CARD_SECRETS")
    }
  }

  private var listener: Finding {
    attempt("address", "set HOST and PORT to where the server listens") {
      .ok("address", "\(options.resolvedHost), port \(try options.resolvedPort())")
    }
  }

  private var encryption: Finding {
    attempt("TLS", "set HATCHED_TLS_CERTIFICATE and HATCHED_TLS_KEY to files in PEM that belong together") {
      guard try options.tls.certificate() == nil else { return .ok("TLS", "by the server's certificate") }
      let isNear = ["127.0.0.1", "::1", "localhost"].contains(options.resolvedHost)
      guard try isNear || options.http.clientAddressHeaderName() != nil else {
        return .warn(
          "TLS", "none: tokens and children's records go over the network in clear text",
          "give the server a certificate (--tls-certificate), or put a proxy before it that has one")
      }
      return .ok("TLS", "none: that is for the proxy before the server")
    }
  }

  private var logging: Finding {
    attempt("log", "set LOG_LEVEL, HATCHED_LOG_FORMAT and HATCHED_SLOW_OPERATION as `hatched serve --help` says") {
      let level = try options.resolvedLogLevel()
      let format = try options.observation.resolvedLogFormat()
      let slow = try options.observation.resolvedSlowOperation()
      let warning = slow.map { "operations over \($0.milliseconds) ms are warned of" } ?? "slow operations are not"
      if level > .warning {
        return .warn("log", "\(level): what goes wrong is not all logged", "set LOG_LEVEL to notice")
      }
      return .ok("log", "\(level), as \(format.rawValue); \(warning)")
    }
  }

  private var admin: Finding {
    attempt("admin address", "set HATCHED_ADMIN_ADDRESS to a host and a port, as in 127.0.0.1:9090") {
      _ = try options.observation.resolvedDrainDelay()
      guard let address = try options.observation.resolvedAdminAddress() else {
        return .ok("admin address", "none: there are no metrics")
      }
      guard address.isLoopback else {
        return .warn(
          "admin address", "\(address.host), port \(address.port): others may reach it, and it asks for no token",
          "see that only who collects metrics reaches it")
      }
      return .ok("admin address", "\(address.host), port \(address.port)")
    }
  }

  private var crossOrigin: Finding {
    attempt("other origins", "set HATCHED_CORS_ORIGINS to origins, as in https://app.example.org") {
      guard let policy = try options.http.crossOriginPolicy() else {
        return .ok("other origins", "no page of another origin reads answers")
      }
      let plain = policy.origins.filter { $0.hasPrefix("http://") && !$0.hasPrefix("http://localhost") }
      guard plain.isEmpty else {
        return .warn(
          "other origins", "\(plain.sorted().joined(separator: ", ")): pages in clear text may be anyone's",
          "use https")
      }
      return .ok("other origins", policy.origins.sorted().joined(separator: ", "))
    }
  }

  private var clientAddress: Finding {
    attempt("client address", "set HATCHED_CLIENT_ADDRESS_HEADER to the name of a header") {
      guard let name = try options.http.clientAddressHeaderName() else {
        return .ok(
          "client address", "that of the connection; behind a proxy all clients are one: see --client-address-header")
      }
      return .ok("client address", "the last entry of \(name): anyone who gets past the proxy can say any")
    }
  }

  private var apple: Finding {
    attempt(
      "sign-in", "set HATCHED_APPLE_AUDIENCES, HATCHED_APPLE_KEYS and the lifetimes as `hatched serve --help` says"
    ) {
      guard let tokens = try? TokenConfiguration() else { return .skip("sign-in", "see the token secrets") }
      let services = try options.signIn.services(tokens, logger: Logger(label: "doctor"))
      let providers = services.providers.map(\.name)
      guard services.apple != nil else {
        guard providers.isEmpty else { return .ok("sign-in", "with \(providers.joined(separator: ", ")), and not with Apple") }
        return .warn(
          "sign-in", "nobody can sign in with Apple",
          "set HATCHED_APPLE_AUDIENCES to the bundle ids of the apps whose people may")
      }
      guard EnvironmentVariable.appleKeys.value == nil, options.signIn.appleKeys == nil else {
        return .warn(
          "sign-in", "the key set is not Apple's: who has its keys can sign in as anyone",
          "unset HATCHED_APPLE_KEYS, but for tests")
      }
      return .ok("sign-in", "with \((["Apple"] + providers).joined(separator: ", "))")
    }
  }

  private var trustedDocuments: Finding {
    attempt("trusted documents", "correct the documents, or HATCHED_TRUSTED_DOCUMENTS") {
      let documents = try options.documents.options(
        for: EntityMap(domain: .domain()).schema, limits: options.limits.documents)
      return .ok(
        "trusted documents",
        documents.acceptsTrustedOnly
          ? "nothing else is executed" : "others are executed, too: see --trusted-documents-only")
    }
  }

  private var explorer: Finding {
    attempt("explorer", "correct --explorer-files and --explorer-people, or leave them out") {
      let site = try options.explorer.site(listeningOn: [options.resolvedHost])
      if options.explorer.explorerPlans, !ListeningAddress.isLoopback(options.resolvedHost) {
        return .warn(
          "explorer", "clients with a session see the SQL and the time of each statement", "leave out --explorer-plans, but for development")
      }
      guard let site else { return .ok("explorer", "none") }
      guard site.isComplete else {
        return .warn("explorer", "its page has no files of GraphiQL", "run scripts/explorer-files, and give --explorer-files")
      }
      return .ok("explorer", "at /explorer")
    }
  }

  private var descriptors: Finding {
    // As far as the server raises it at its start.
    let limit = DescriptorLimit(maxConnections: options.maxConnections, poolSize: options.database.poolSize)
    try? limit.raise()
    guard let process = ProcessStatistics.read() else { return .skip("open files", "the limit is not known here") }
    let needed = UInt64(limit.needed)
    guard process.maximumDescriptors >= needed else {
      return .warn(
        "open files", "at most \(process.maximumDescriptors); the server may need \(needed)",
        "raise it (ulimit -n), or lower --max-connections")
    }
    return .ok("open files", "at most \(process.maximumDescriptors)")
  }
}
