import ArgumentParser
import Foundation
import Gateway
import Mail
import Domain

/// `hatched mail`
struct MailCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail",
    abstract: "Shows the texts of messages, or sends a test.",
    discussion: """
      The codes and links that a preview shows are examples, and good for nothing.

      Examples:
        hatched mail --list
        hatched mail --preview confirm-address
        hatched mail --preview reset-password --language de --html > reset.html
        hatched mail --preview confirm-address --telephone
        hatched mail --try ada@example.org      # by the configured mail server
        hatched mail --try +4366012345678       # by the configured webhook
      """)

  @Flag(help: "List the kinds of messages, and their languages.")
  var list = false

  @Option(help: ArgumentHelp("Print a message of a kind.", valueName: "kind"))
  var preview: String?

  @Option(name: .customLong("try"), help: ArgumentHelp("Send a test to an address or a number.", valueName: "address"))
  var address: String?

  @Option(help: ArgumentHelp("The language, as a BCP 47 tag such as de-AT.", valueName: "tag"))
  var language = MailTemplates.standardLanguage

  @Flag(help: "Print the HTML of a preview.")
  var html = false

  @Flag(help: "Print the text message of a preview.")
  var telephone = false

  @OptionGroup(title: "Messages") var mail: MailOptions

  func validate() throws {
    guard [list, preview != nil, address != nil].count(where: { $0 }) == 1 else {
      throw ValidationError("Say one of --list, --preview and --try.")
    }
    if html && telephone { throw ValidationError("A text message has no HTML.") }
  }

  func run() async throws {
    if list { return try printList() }
    if let preview { return try printPreview(preview) }
    if let address { try await send(to: address) }
  }

  private func printList() throws {
    let templates = try MailTemplates()
    let width = MessageKind.allCases.map(\.rawValue.count).max() ?? 0
    for kind in MessageKind.allCases {
      let languages = templates.languages.filter { templates.kinds(in: $0).contains(kind.rawValue) }
      print(kind.rawValue.padding(toLength: width + 2, withPad: " ", startingAt: 0) + languages.joined(separator: " "))
    }
  }

  private func printPreview(_ name: String) throws {
    guard let kind = MessageKind(rawValue: name) else {
      throw ValidationError(
        "There is no kind \(name); there are \(MessageKind.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    // The secrets do not matter: the code belongs to no account.
    let composer = try mail.composer(try TokenConfiguration(forExamples: ()), site: "https://app.example.org")
    let message = try composer.example(
      kind, by: telephone ? .telephone : .email, to: telephone ? "+4366012345678" : "ada@example.org", locale: language,
      at: TokenConfiguration.now)
    print(html ? message.text.html : message.page, terminator: html ? "" : "\n")
  }

  private func send(to address: String) async throws {
    let channel = address.hasPrefix("+") ? MessageChannel.telephone : .email
    let way = try mail.resolvedWay()
    let composer = try mail.composer(try TokenConfiguration(forExamples: ()), site: MailOptions.development)
    guard way != .print else { throw ValidationError("--mail print sends nothing: name a --mail-server.") }
    let carrier: MessageCarrier
    switch channel {
    case .email:
      guard MailAddress.isAddress(address) else { throw ValidationError("\(address) is no address that mail is sent to.") }
      carrier = .mail(SMTPConnection(try mail.server()))
    case .telephone:
      guard address.wholeMatch(of: /\+[1-9][0-9]{6,14}/) != nil else {
        throw ValidationError("\(address) is no number of E.164, as in +4366012345678.")
      }
      guard let webhook = try mail.webhook() else {
        throw EnvironmentVariable.telephoneWebhook.isNotSet(for: "where text messages are posted to")
      }
      carrier = .telephone(webhook)
    }
    if let why = await carrier.open() { throw CommandFailure("nothing can be sent: \(why)") }
    let message = try composer.example(.test, by: channel, to: address, locale: language, at: TokenConfiguration.now)
    switch await carrier.send(message) {
    case .sent: print("sent to \(address), as message \(message.id)")
    case .refused(let code): throw CommandFailure("refused for good, with \(code)")
    case .failed(let code, let why): throw CommandFailure("not accepted\(code == 0 ? "" : ", with \(code)"): \(why)")
    case .unknown(let why): throw CommandFailure("whether it was accepted is not known: \(why)")
    }
    await carrier.rest()
  }
}
