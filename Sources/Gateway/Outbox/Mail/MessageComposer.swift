import Foundation
package import Mail
import SQL
package import Domain
package import SessionTokens

/// Makes the texts of a message when it is sent: its code and its link follow from the secrets of the server, and are in no table.
package struct MessageComposer: Sendable {
  package struct Impossible: Error, CustomStringConvertible {
    package let description: String
  }

  private let templates: MailTemplates
  private let secrets: SecretKeys
  private let service: String
  private let site: String

  /// - Parameters:
  ///   - service: what the messages call the service.
  ///   - site: the address of the app, without a slash at its end: links lead there.
  package init(templates: MailTemplates, secrets: SecretKeys, service: String, site: String) {
    self.templates = templates
    self.secrets = secrets
    self.service = service
    self.site = site
  }

  /// - Throws: `Impossible`, or what the templates say, for a message that this release cannot make.
  package func compose(_ message: WaitingMessage) throws -> ComposedMessage {
    guard let kind = MessageKind(rawValue: message.kind) else {
      throw Impossible(description: "there is no kind of message \(message.kind)")
    }
    let language = templates.language(for: message.locale)
    var values = ["service": service, "site": site, "time": Self.time(message.createdAt)]
    if let purpose = kind.purpose(by: message.channel) {
      guard let id = message.code else { throw Impossible(description: "the message has no code") }
      let code = AddressCode(purpose, id: id)
      values["code"] = code.shortCodes(secrets)[0]
      // In the fragment: a browser sends it to no server, nor tells it to other pages.
      values["link"] = kind.path.map { "\(site)/\($0)#\(code.linkTokens(secrets)[0])" }
    }
    let arguments = try JSONDecoder().decode([String: String].self, from: Data(message.arguments.utf8))
    for argument in kind.arguments {
      guard let value = arguments[argument.rawValue] else {
        throw Impossible(description: "the message has no argument \(argument.rawValue)")
      }
      values[argument.rawValue] = argument.isWord ? try templates.word(value, in: language) : value
    }
    return ComposedMessage(
      id: message.id, kind: message.kind, address: message.address, language: language,
      text: try templates.template(message.kind, in: language).rendered(values, language: language),
      createdAt: message.createdAt)
  }

  /// An example of a kind, with a code and a link that are none.
  package func example(_ kind: MessageKind, by channel: MessageChannel, to address: String, locale: String, at now: Int64) throws
    -> ComposedMessage
  {
    let arguments = kind.arguments.map { argument in
      "\"\(argument.rawValue)\":\"\(argument.isWord ? MessageWay.apple.rawValue : "Rivera")\""
    }.joined(separator: ",")
    return try compose(
      WaitingMessage(
        id: .random(), channel: channel, address: address, kind: kind.rawValue, locale: locale, arguments: "{\(arguments)}",
        code: kind.purpose(by: channel) == nil ? nil : UUIDValue(high: 0x0198_a1b2_0000_7000, low: 0x8000_0000_0000_0001),
        attempts: 0, createdAt: now))
  }

  /// `2026-11-24 23:46 UTC`
  private static func time(_ seconds: Int64) -> String {
    let text = Date(timeIntervalSince1970: Double(seconds)).formatted(
      .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
    return text.prefix(16) + " UTC"
  }
}
