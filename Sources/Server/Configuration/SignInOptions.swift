import ArgumentParser
import Foundation
import Gateway
import IdentityTokens
import Logging
import Passwords
import Domain

/// How people sign in, and for how long.
struct SignInOptions: ParsableArguments {
  @Option(
    name: .customLong("apple-audience"),
    help: ArgumentHelp(
      """
      The bundle id or service id of an app whose people may sign in with Apple; more by commas or by repeating the \
      option. (HATCHED_APPLE_AUDIENCES) [nobody signs in with Apple]
      """, valueName: "id"))
  var appleAudiences: [String] = []

  @Option(
    help: ArgumentHelp(
      "The key set that signs identity tokens: a URL or a file. (HATCHED_APPLE_KEYS) [Apple's]", valueName: "url|path"))
  var appleKeys: String?

  @Option(
    help: ArgumentHelp(
      """
      A JSON file of OpenID Connect providers whose people may sign in: [{"id": "school", "name": "School account", "issuer": \
      "https://id.example.org", "clientIds": ["org.example.hatched"]}]. [no provider but Apple]
      """, valueName: "path"))
  var signInProviders: String?

  @OptionGroup var revocation: AppleRevocationOptions

  @OptionGroup var attempts: AttemptOptions

  @Option(help: "For how many seconds a session token is good. (HATCHED_SESSION_LIFETIME) [900]")
  var sessionLifetime: Int?

  @Option(help: "For how many days a session can be continued after it was last. (HATCHED_REFRESH_DAYS) [60]")
  var refreshDays: Int?

  @Option(
    help: """
      For how many days an account stays that never confirmed an address, belongs to no family and does not sign in. Needs \
      background work.
      """)
  var keepUnconfirmedAccounts = 30

  @Option(
    help: ArgumentHelp(
      """
      The age, in full years, from which students post, comment and write at their schools without a parent's consent.
      """, valueName: "years"))
  var consentAge = Int(IdentityServices.consentAge)

  @Option(
    help: """
      How many sign-ins with its password, and new passwords, an account has in an hour: as many at once. Wrong passwords have limits \
      of their own.
      """)
  var passwordsPerAccount = 60

  @Option(
    help: """
      The same for one network, an IPv4 address or 56 bits of an IPv6 address. Devices that are known to the account, and codes that \
      arrived, do not count.
      """)
  var passwordsPerAddress = 1200

  func validate() throws {
    try NumberRange("--keep-unconfirmed-accounts", 1...3650, "days").check(keepUnconfirmedAccounts)
    try NumberRange("--consent-age", 13...21, "years").check(consentAge)
    try NumberRange("--passwords-per-account", 10...1_000_000, "passwords").check(passwordsPerAccount)
    try NumberRange("--passwords-per-address", 10...1_000_000, "passwords").check(passwordsPerAddress)
  }

  func services(_ tokens: TokenConfiguration, logger: Logger) throws -> IdentityServices {
    let lifetime = try number(
      sessionLifetime, .sessionLifetime, "--session-lifetime", 900, in: 60...86_400, "seconds")
    let days = try number(refreshDays, .refreshDays, "--refresh-days", 60, in: 1...400, "days")
    return IdentityServices(
      sessions: SessionIssuer(
        signer: tokens.signer, tokenLifetime: lifetime, refreshLifetime: days * 86_400
      ) { TokenConfiguration.now },
      secrets: tokens.keys, cardSecrets: try CardSecrets.keys(besides: tokens.keys),
      passwords: PasswordHasher(
        secrets: try PasswordSecrets.keys(besides: tokens.keys),
        threads: Self.hashThreads(processors: ProcessInfo.processInfo.activeProcessorCount),
        allowance: HashAllowance(perAccount: passwordsPerAccount, perNetwork: passwordsPerAddress)),
      apple: try apple(logger), providers: try SignInProvidersFile.providers(at: signInProviders, logger: logger),
      grants: try revocation.revocation(of: audiences, logger: logger),
      attempts: try attempts.limits(), consentAge: Int32(consentAge))
  }

  /// The number of passwords that are hashed at a time. Half of the processors stay free of hashes: beside busy threads they have a
  /// share of their processor, and hashes displace what others have in the shared cache.
  static func hashThreads(processors: Int) -> Int { max(1, processors / 2) }

  private var audiences: [String] {
    let given = appleAudiences.isEmpty ? [EnvironmentVariable.appleAudiences.value ?? ""] : appleAudiences
    return given.flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  private func apple(_ logger: Logger) throws -> IdentityTokenSignIn? {
    let audiences = audiences
    guard !audiences.isEmpty else { return nil }
    let verifier = IdentityTokenVerifier(keys: ProviderKeySet(try keySource()), audiences: Set(audiences)) {
      Date().timeIntervalSince1970
    }
    return IdentityTokenSignIn(.apple, verifier, logger: logger)
  }

  private func keySource() throws -> KeySetSource {
    guard let given = appleKeys ?? EnvironmentVariable.appleKeys.value else { return .apple }
    guard given.contains("://") else {
      guard FileManager.default.isReadableFile(atPath: given) else {
        throw ValidationError("There is no key set to be read at \(given).")
      }
      return .file(given)
    }
    guard given.hasPrefix("https://") || given.hasPrefix("http://") else {
      throw ValidationError("\"\(given)\" is not the address of a key set: use https, or a file.")
    }
    return .url(given)
  }

  private func number(
    _ flag: Int?, _ variable: EnvironmentVariable, _ name: String, _ standard: Int, in range: ClosedRange<Int>,
    _ unit: String
  ) throws -> Int {
    let given = flag.map(String.init) ?? variable.value ?? "\(standard)"
    return try NumberRange("\(name) (or \(variable.rawValue))", range, unit).number(in: given)
  }
}
