import ArgumentParser
import Foundation

/// Configuration by environment variable: what a flag does not say.
enum EnvironmentVariable: String, CaseIterable {
  case databaseURL = "DATABASE_URL"
  case migrationDatabaseURL = "MIGRATION_DATABASE_URL"
  case workerDatabaseURL = "WORKER_DATABASE_URL"
  case listenDatabaseURL = "LISTEN_DATABASE_URL"
  case tokenSecrets = "HATCHED_TOKEN_SECRETS"
  case passwordSecrets = "HATCHED_PASSWORD_SECRETS"
  case cardSecrets = "HATCHED_CARD_SECRETS"
  case host = "HOST"
  case port = "PORT"
  case logLevel = "LOG_LEVEL"
  case corsOrigins = "HATCHED_CORS_ORIGINS"
  case clientAddressHeader = "HATCHED_CLIENT_ADDRESS_HEADER"
  case appleAudiences = "HATCHED_APPLE_AUDIENCES"
  case appleKeys = "HATCHED_APPLE_KEYS"
  case appleTeamID = "HATCHED_APPLE_TEAM_ID"
  case appleKeyID = "HATCHED_APPLE_KEY_ID"
  case applePrivateKey = "HATCHED_APPLE_PRIVATE_KEY"
  case appleURL = "HATCHED_APPLE_URL"
  case sessionLifetime = "HATCHED_SESSION_LIFETIME"
  case refreshDays = "HATCHED_REFRESH_DAYS"
  case tlsCertificate = "HATCHED_TLS_CERTIFICATE"
  case tlsKey = "HATCHED_TLS_KEY"
  case trustedDocuments = "HATCHED_TRUSTED_DOCUMENTS"
  case adminAddress = "HATCHED_ADMIN_ADDRESS"
  case logFormat = "HATCHED_LOG_FORMAT"
  case slowOperation = "HATCHED_SLOW_OPERATION"
  case drainDelay = "HATCHED_DRAIN_DELAY"
  case quotas = "HATCHED_QUOTAS"
  case mail = "HATCHED_MAIL"
  case mailServer = "HATCHED_MAIL_SERVER"
  case mailFrom = "HATCHED_MAIL_FROM"
  case mailUser = "HATCHED_MAIL_USER"
  case mailPassword = "HATCHED_MAIL_PASSWORD"
  case mailEncryption = "HATCHED_MAIL_ENCRYPTION"
  case mailAuthorities = "HATCHED_MAIL_AUTHORITIES"
  case telephoneWebhook = "HATCHED_TELEPHONE_WEBHOOK"
  case telephoneSecret = "HATCHED_TELEPHONE_SECRET"
  case apnsKeyFile = "HATCHED_APNS_KEY_FILE"
  case apnsKeyID = "HATCHED_APNS_KEY_ID"
  case apnsTeamID = "HATCHED_APNS_TEAM_ID"
  case apnsTopic = "HATCHED_APNS_TOPIC"
  case apnsEnvironment = "HATCHED_APNS_ENVIRONMENT"
  case apnsURL = "HATCHED_APNS_URL"
  case fcmServiceAccount = "HATCHED_FCM_SERVICE_ACCOUNT"
  case fcmURL = "HATCHED_FCM_URL"
  case pushAuthorities = "HATCHED_PUSH_AUTHORITIES"
  case reachableHosts = "HATCHED_REACHABLE_HOSTS"
  case s3AccessKeyID = "HATCHED_S3_ACCESS_KEY_ID"
  case s3SecretAccessKey = "HATCHED_S3_SECRET_ACCESS_KEY"
  case publicURL = "HATCHED_PUBLIC_URL"
  case attemptLimits = "HATCHED_ATTEMPT_LIMITS"

  /// The purpose of a variable that no flag stands for, since others could read the secret there.
  var help: String {
    switch self {
    case .tokenSecrets:
      "Secrets of at least 32 bytes, separated by commas: the first signs session tokens, all verify them. Required. `openssl rand -hex 32` makes one."
    case .passwordSecrets:
      "Secrets that key the hashes of passwords, separated by commas: the first keys new ones. Default: those of session tokens."
    case .cardSecrets:
      "Secrets that key the hashes of pickup cards, separated by commas: the first keys new ones. Default: those of session tokens."
    case .mailUser: "The user with which the server authenticates at the mail server."
    case .mailPassword: "The password of that user."
    case .telephoneSecret: "The secret that signs what the telephone webhook gets: at least 24 bytes, or whsec_ with base64."
    case .s3AccessKeyID: "The id of the key with which requests to S3 are signed."
    case .s3SecretAccessKey: "The secret of that key."
    default: ""
    }
  }

  /// Nil when it is unset or empty.
  var value: String? {
    guard let text = ProcessInfo.processInfo.environment[rawValue], !text.isEmpty else { return nil }
    return text
  }

  /// - Throws: a message that names the variable and what it is for.
  func required(for purpose: String) throws -> String {
    guard let value else { throw isNotSet(for: purpose) }
    return value
  }

  func isNotSet(for purpose: String) -> ValidationError {
    ValidationError("\(rawValue) is not set: \(purpose).")
  }
}
