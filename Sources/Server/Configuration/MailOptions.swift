import ArgumentParser
import Foundation
import Gateway
import Mail
import Domain

/// How messages reach people.
struct MailOptions: ParsableArguments {
  enum Way: String, CaseIterable, ExpressibleByArgument {
    case smtp, print, off
  }

  @Option(
    help: ArgumentHelp(
      """
      How messages are sent: smtp; print, to standard output with their codes and links, for development; or off. \
      (HATCHED_MAIL) [smtp with a mail server, else off]
      """, valueName: "way"))
  var mail: Way?

  @Option(
    help: ArgumentHelp(
      "The mail server, as smtp://mail.example.org:587 or smtps://mail.example.org. (HATCHED_MAIL_SERVER)", valueName: "url"))
  var mailServer: String?

  @Option(
    help: ArgumentHelp(
      "The sender, as in \"HatchEd <no-reply@example.org>\"; its name is what messages call the service. (HATCHED_MAIL_FROM)",
      valueName: "address"))
  var mailFrom: String?

  @Option(
    help: ArgumentHelp(
      """
      Whether the mail server must speak TLS: required, by STARTTLS or smtps; or off, for a server on this machine. \
      (HATCHED_MAIL_ENCRYPTION) [required]
      """, valueName: "required|off"))
  var mailEncryption: String?

  @Option(
    help: ArgumentHelp(
      "The file with the authorities that certify the mail server. (HATCHED_MAIL_AUTHORITIES) [the system's]", valueName: "path"))
  var mailAuthorities: String?

  @Option(help: "For how many seconds the mail server may take over one message.")
  var mailTimeout = 60

  @Option(help: "How many connections to the mail server this process has at most.")
  var mailConnections = 2

  @Option(
    help: ArgumentHelp(
      """
      Where text messages are posted to, signed with HATCHED_TELEPHONE_SECRET, as in https://sms.example.org/hook. \
      (HATCHED_TELEPHONE_WEBHOOK) [none are sent]
      """, valueName: "url"))
  var telephoneWebhook: String?

  @Option(
    help: ArgumentHelp(
      "The address of the app, to which links in messages lead, as in https://app.example.org. (HATCHED_PUBLIC_URL)",
      valueName: "url"))
  var publicUrl: String?

  @Option(help: "For how many days it is kept that a message was sent. Its address and its arguments are erased at once.")
  var keepMessages = 30

  func validate() throws {
    try NumberRange("--mail-timeout", 5...600, "seconds").check(mailTimeout)
    try NumberRange("--mail-connections", 1...16).check(mailConnections)
    try NumberRange("--keep-messages", 1...3650, "days").check(keepMessages)
  }

  /// The number of seconds for which a message is claimed: longer than one can take.
  var lease: Int { 2 * mailTimeout + 60 }

  func resolvedWay() throws -> Way {
    if let mail { return mail }
    guard let given = EnvironmentVariable.mail.value else { return serverURL == nil ? .off : .smtp }
    guard let way = Way(rawValue: given) else {
      throw ValidationError("HATCHED_MAIL is \"\(given)\": use \(Way.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return way
  }

  var hasServer: Bool { serverURL != nil }

  private var serverURL: String? { mailServer ?? EnvironmentVariable.mailServer.value }

  /// - Throws: when what a mail server needs is missing or malformed.
  func server() throws -> MailServer {
    guard let url = serverURL else {
      throw EnvironmentVariable.mailServer.isNotSet(for: "the mail server, as smtp://mail.example.org:587")
    }
    guard let match = url.wholeMatch(of: /(smtps?):\/\/(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?\/?/) else {
      throw ValidationError("The mail server's address is no smtp://host:port or smtps://host:port. It holds no user or password.")
    }
    let port = match.3.map(String.init) ?? (match.1 == "smtps" ? ":465" : ":587")
    let given = mailEncryption ?? EnvironmentVariable.mailEncryption.value ?? MailServer.Encryption.required.rawValue
    guard let encryption = MailServer.Encryption(rawValue: given) else {
      throw ValidationError("--mail-encryption (or HATCHED_MAIL_ENCRYPTION) is \"\(given)\": use required or off.")
    }
    let authorities = mailAuthorities ?? EnvironmentVariable.mailAuthorities.value
    if let authorities, !FileManager.default.isReadableFile(atPath: authorities) {
      throw ValidationError("There are no authorities to be read at \(authorities).")
    }
    return MailServer(
      url: "\(match.1)://\(match.2)\(port)", encryption: encryption, credentials: try credentials(), authorities: authorities,
      sender: try sender(), timeout: mailTimeout)
  }

  private func credentials() throws -> MailServer.Credentials? {
    switch (EnvironmentVariable.mailUser.value, EnvironmentVariable.mailPassword.value) {
    case (nil, nil): return nil
    case (let user?, let password?): return MailServer.Credentials(user: user, password: password)
    default: throw ValidationError("HATCHED_MAIL_USER and HATCHED_MAIL_PASSWORD are good together.")
    }
  }

  private func sender() throws -> MailAddress {
    let given = try mailFrom ?? EnvironmentVariable.mailFrom.required(for: "the sender, as in \"HatchEd <no-reply@example.org>\"")
    guard let sender = MailAddress(given) else {
      throw ValidationError("--mail-from (or HATCHED_MAIL_FROM) is no address, as in \"HatchEd <no-reply@example.org>\".")
    }
    return sender
  }

  /// Nil where none is configured.
  func webhook() throws -> TelephoneWebhook? {
    guard let url = telephoneWebhook ?? EnvironmentVariable.telephoneWebhook.value else { return nil }
    guard url.hasPrefix("https://") || url.wholeMatch(of: /http:\/\/(127\.0\.0\.1|\[::1\]|localhost)[:\/].*/) != nil else {
      throw ValidationError("The telephone webhook needs https, unless it is on this machine.")
    }
    let text = try EnvironmentVariable.telephoneSecret.required(for: "the secret that signs what the telephone webhook gets")
    guard let secret = WebhookSecret(text) else {
      throw ValidationError("HATCHED_TELEPHONE_SECRET needs at least 24 bytes: `openssl rand -hex 32` makes a good one.")
    }
    return TelephoneWebhook(url: url, secret: secret)
  }

  /// - Parameter standard: where none is given; nil if one is needed.
  func composer(_ tokens: TokenConfiguration, site standard: String? = nil) throws -> MessageComposer {
    guard let given = publicUrl ?? EnvironmentVariable.publicURL.value ?? standard else {
      throw EnvironmentVariable.publicURL.isNotSet(for: "the address of the app, to which links in messages lead")
    }
    let site = given.reversed().drop { $0 == "/" }.reversed()
    guard String(site).wholeMatch(of: /https?:\/\/[A-Za-z0-9.:\[\]-]+(\/[A-Za-z0-9._~\/-]+)?/) != nil else {
      throw ValidationError("--public-url (or HATCHED_PUBLIC_URL) is no address, as in https://app.example.org.")
    }
    let name = (mailFrom ?? EnvironmentVariable.mailFrom.value).flatMap { MailAddress($0)?.name }
    return MessageComposer(
      templates: try MailTemplates(), secrets: tokens.keys, service: name ?? "HatchEd", site: String(site))
  }

  /// Where links lead without an address of the app.
  static let development = "http://localhost:8080"

  /// The senders of messages in this process, by channel.
  func carriers(_ signal: AbortSignal) throws -> [(MessageChannel, MessageCarrier)] {
    switch try resolvedWay() {
    case .off: return []
    case .print: return [(.email, .print), (.telephone, .print)]
    case .smtp:
      let server = try server()
      let mail = (0..<mailConnections).map { _ in
        (MessageChannel.email, MessageCarrier.mail(SMTPConnection(server, signal: signal)))
      }
      return mail + (try webhook().map { [(.telephone, .telephone($0))] } ?? [])
    }
  }
}
