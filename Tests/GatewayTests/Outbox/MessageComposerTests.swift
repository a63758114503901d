import Gateway
import Mail
import SQL
import Domain
import SessionTokens
import Testing

@Suite struct MessageComposerTests {
  private static let code = UUIDValue(high: 0x0198_a1b2_0000_7000, low: 0x8000_0000_0000_0007)

  private func composer(_ secrets: SecretKeys) throws -> MessageComposer {
    MessageComposer(
      templates: try MailTemplates(), secrets: secrets, service: "Test & School", site: "https://app.example.org")
  }

  private func message(
    _ kind: String, by channel: MessageChannel = .email, arguments: String = "{}", code: UUIDValue? = code,
    locale: String = "en"
  ) -> WaitingMessage {
    WaitingMessage(
      id: .random(), channel: channel, address: "ada@example.org", kind: kind, locale: locale, arguments: arguments, code: code,
      attempts: 0, createdAt: 1_785_312_000)
  }

  @Test("The link and the code of a mail are those that the server takes", arguments: [
    ("confirm-address", AddressCode.Purpose.confirmEmail, "confirm"), ("reset-password", .resetPassword, "reset-password"),
  ])
  func links(_ kind: String, _ purpose: AddressCode.Purpose, _ path: String) throws {
    let secrets = try SecretKeys([[UInt8](repeating: 7, count: 32)])
    let text = try composer(secrets).compose(message(kind)).text
    // In the fragment, which no server is sent.
    let link = try #require(text.plain.firstMatch(of: /https:\/\/app\.example\.org\/([a-z-]+)#([A-Za-z0-9_-]+)/))
    #expect(link.1 == path)
    #expect(AddressCode.id(ofLink: String(link.2), purpose, secrets) == Self.code)
    #expect(text.html.contains("\"https://app.example.org/\(path)#\(link.2)\""))
    let code = try #require(AddressCode(purpose, id: Self.code).shortCodes(secrets).first)
    for text in [text.plain, text.html, text.short] { #expect(text.contains(code)) }
  }

  @Test func `A text message has the code of a telephone, and no link`() throws {
    let secrets = try SecretKeys([[UInt8](repeating: 7, count: 32)])
    let text = try composer(secrets).compose(message("confirm-address", by: .telephone)).text.short
    #expect(text.contains(AddressCode(.confirmTelephone, id: Self.code).shortCodes(secrets)[0]))
    #expect(!text.contains("://"))
  }

  @Test func `Words of an argument are the language's, and the service's name is text`() throws {
    let secrets = try SecretKeys([[UInt8](repeating: 7, count: 32)])
    let arguments = #"{"way":"PASSWORD"}"#
    let german = try composer(secrets).compose(message("way-added", arguments: arguments, code: nil, locale: "de-AT"))
    #expect(german.language == "de" && german.text.plain.contains("Passwort"))
    #expect(german.text.plain.contains("2026-07-29 08:00 UTC"))
    #expect(german.text.html.contains("Test &amp; School"))
  }

  @Test("A message that cannot be made is none", arguments: [
    ("confirm-address", "{}", nil), ("way-added", "{}", code), ("way-added", #"{"way":"EVE"}"#, code), ("unknown", "{}", code),
    ("test", "[]", code),
  ] as [(String, String, UUIDValue?)])
  func impossible(_ kind: String, _ arguments: String, _ code: UUIDValue?) throws {
    let composer = try composer(try SecretKeys([[UInt8](repeating: 7, count: 32)]))
    #expect(throws: (any Error).self) { try composer.compose(message(kind, arguments: arguments, code: code)) }
  }
}
