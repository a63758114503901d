import ArgumentParser
import Foundation
import Gateway
import IdentityTokens
import Logging

/// The credentials with which Apple accepts revocations: the team, and its key for Sign in with Apple.
struct AppleRevocationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The team of the apps, to revoke at Apple when an account is removed. (HATCHED_APPLE_TEAM_ID) [nothing is revoked]",
      valueName: "id"))
  var appleTeamId: String?

  @Option(help: ArgumentHelp("The id of the team's key. (HATCHED_APPLE_KEY_ID)", valueName: "id"))
  var appleKeyId: String?

  @Option(
    help: ArgumentHelp("The file with that key, as Apple hands it out. (HATCHED_APPLE_PRIVATE_KEY)", valueName: "path"))
  var applePrivateKey: String?

  @Option(help: ArgumentHelp("Where Apple is. (HATCHED_APPLE_URL) [\(AppleGrants.apple)]", valueName: "url"))
  var appleUrl: String?

  /// - Parameter clientIDs: the apps whose people sign in.
  /// - Returns: nil where nothing is set up.
  func revocation(of clientIDs: [String], logger: Logger) throws -> AppleRevocation? {
    let teamID = appleTeamId ?? EnvironmentVariable.appleTeamID.value
    let keyID = appleKeyId ?? EnvironmentVariable.appleKeyID.value
    let file = applePrivateKey ?? EnvironmentVariable.applePrivateKey.value
    if teamID == nil && keyID == nil && file == nil { return nil }
    guard let teamID, let keyID, let file, !clientIDs.isEmpty else {
      throw ValidationError(
        "--apple-team-id, --apple-key-id and --apple-private-key are good together, with --apple-audience.")
    }
    guard let pem = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw ValidationError("There is no private key to be read at \(file).")
    }
    let url = appleUrl ?? EnvironmentVariable.appleURL.value ?? AppleGrants.apple
    guard url.hasPrefix("https://") || url.hasPrefix("http://"), !url.hasSuffix("/") else {
      throw ValidationError("\"\(url)\" is not the address of Apple: use https, without a path.")
    }
    do {
      return AppleRevocation(
        try AppleGrants(teamID: teamID, keyID: keyID, privateKey: pem, clientIDs: clientIDs, url: url) {
          Date().timeIntervalSince1970
        }, logger: logger)
    } catch {
      throw ValidationError("\(file) is not a private key for ES256, in PEM.")
    }
  }
}
