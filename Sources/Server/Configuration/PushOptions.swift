import ArgumentParser
import Foundation
import Push
import SessionTokens

/// How notifications reach telephones.
struct PushOptions: ParsableArguments {
  enum Environment: String, CaseIterable, ExpressibleByArgument {
    case production, sandbox

    var server: APNsServer { self == .production ? .production : .development }
  }

  @Option(help: ArgumentHelp("The .p8 file with the key for APNs. (HATCHED_APNS_KEY_FILE)", valueName: "path"))
  var apnsKeyFile: String?

  @Option(
    help: ArgumentHelp("The id of that key, which its file's name has: AuthKey_ABC123DEFG.p8. (HATCHED_APNS_KEY_ID)", valueName: "id"))
  var apnsKeyId: String?

  @Option(help: ArgumentHelp("The id of the team at Apple. (HATCHED_APNS_TEAM_ID)", valueName: "id"))
  var apnsTeamId: String?

  @Option(help: ArgumentHelp("The app's bundle id, as in org.example.hatched. (HATCHED_APNS_TOPIC)", valueName: "id"))
  var apnsTopic: String?

  @Option(
    help: ArgumentHelp(
      "production, or sandbox for apps that are signed for development. (HATCHED_APNS_ENVIRONMENT) [production]", valueName: "name"))
  var apnsEnvironment: Environment?

  @Option(help: ArgumentHelp("Another address of APNs. (HATCHED_APNS_URL) [the environment's]", valueName: "url"))
  var apnsUrl: String?

  @Option(
    help: ArgumentHelp("The file of the service account for Firebase Cloud Messaging. (HATCHED_FCM_SERVICE_ACCOUNT)", valueName: "path"))
  var fcmServiceAccount: String?

  @Option(help: ArgumentHelp("Another address of FCM. (HATCHED_FCM_URL) [\(FCMSender.google)]", valueName: "url"))
  var fcmUrl: String?

  @Option(
    help: ArgumentHelp(
      "The file with the authorities that certify these services. (HATCHED_PUSH_AUTHORITIES) [the system's]", valueName: "path"))
  var pushAuthorities: String?

  /// The senders that there are keys for, and the client that their requests go through; nil without keys.
  /// - Throws: when a part of a key is missing or malformed.
  func sender() throws -> (sender: PushSender, client: HTTP2Client)? {
    let (apple, google) = (try appleKey(), try googleAccount())
    if apple == nil && google == nil { return nil }
    let client = try HTTP2Client(authorities: try authorities())
    let now: @Sendable () -> Int64 = { TokenConfiguration.now }
    let apns = try apple.map { key in
      APNsSender(client, tokens: APNsProviderTokens(key.credentials, now: now), server: try appleServer(), topic: key.topic)
    }
    let fcm = try google.map { account in
      FCMSender(
        client, tokens: FCMAccessTokens(account, client, now: now),
        url: try url(fcmUrl ?? EnvironmentVariable.fcmURL.value, "--fcm-url (or HATCHED_FCM_URL)") ?? FCMSender.google,
        projectID: account.projectID, now: now)
    }
    return (PushSender(apns: apns, fcm: fcm), client)
  }

  /// The key for APNs and the topic; nil if no part of them is given.
  func appleKey() throws -> (credentials: APNsCredentials, topic: String)? {
    let parts: [(name: String, value: String?)] = [
      ("--apns-key-file (or HATCHED_APNS_KEY_FILE)", apnsKeyFile ?? EnvironmentVariable.apnsKeyFile.value),
      ("--apns-key-id (or HATCHED_APNS_KEY_ID)", apnsKeyId ?? EnvironmentVariable.apnsKeyID.value),
      ("--apns-team-id (or HATCHED_APNS_TEAM_ID)", apnsTeamId ?? EnvironmentVariable.apnsTeamID.value),
      ("--apns-topic (or HATCHED_APNS_TOPIC)", apnsTopic ?? EnvironmentVariable.apnsTopic.value),
    ]
    let values = parts.compactMap(\.value)
    if values.isEmpty { return nil }
    if let missing = parts.first(where: { $0.value == nil }) {
      throw ValidationError("\(missing.name) is missing: APNs needs a key file, a key id, a team id and a topic.")
    }
    let topic = values[3]
    guard topic.wholeMatch(of: /[A-Za-z0-9.-]{1,155}/) != nil else {
      throw ValidationError("\(parts[3].name) is no bundle id, as in org.example.hatched.")
    }
    do {
      return (try APNsCredentials(teamID: values[2], keyID: values[1], privateKey: try KeyFile.read(values[0])), topic)
    } catch {
      throw ValidationError("The key for APNs cannot be used: \(error).")
    }
  }

  /// The service account for FCM; nil if none is given.
  func googleAccount() throws -> FCMServiceAccount? {
    guard let path = fcmServiceAccount ?? EnvironmentVariable.fcmServiceAccount.value else { return nil }
    do {
      return try FCMServiceAccount(json: try KeyFile.read(path))
    } catch {
      throw ValidationError("The service account for FCM cannot be used: \(error).")
    }
  }

  private func appleServer() throws -> APNsServer {
    if let url = try url(apnsUrl ?? EnvironmentVariable.apnsURL.value, "--apns-url (or HATCHED_APNS_URL)") {
      return APNsServer(url: url)
    }
    return try resolvedEnvironment().server
  }

  func resolvedEnvironment() throws -> Environment {
    if let apnsEnvironment { return apnsEnvironment }
    guard let given = EnvironmentVariable.apnsEnvironment.value else { return .production }
    guard let environment = Environment(rawValue: given) else {
      throw ValidationError("HATCHED_APNS_ENVIRONMENT is \"\(given)\": use production or sandbox.")
    }
    return environment
  }

  private func url(_ given: String?, _ name: String) throws -> String? {
    guard let given else { return nil }
    guard given.wholeMatch(of: /https:\/\/[A-Za-z0-9.-]+(:[0-9]{1,5})?/) != nil else {
      throw ValidationError("\(name) is no address, as in https://push.example.org.")
    }
    return given
  }

  private func authorities() throws -> String? {
    let path = pushAuthorities ?? EnvironmentVariable.pushAuthorities.value
    if let path, !FileManager.default.isReadableFile(atPath: path) {
      throw ValidationError("There are no authorities to be read at \(path).")
    }
    return path
  }
}
