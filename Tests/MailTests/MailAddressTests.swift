import Mail
import Testing

@Suite struct MailAddressTests {
  @Test("An address is read with its name, or without", arguments: [
    ("no-reply@example.org", nil, "no-reply@example.org"), ("HatchEd <a@b.org>", "HatchEd", "a@b.org"),
    ("\"Hatch, Ed\" <a@b.org>", "Hatch, Ed", "a@b.org"), (" <a@b.org> ", nil, "a@b.org"),
  ])
  func isRead(_ text: String, _ name: String?, _ address: String) throws {
    let read = try #require(MailAddress(text))
    #expect(read.name == name && read.address == address)
  }

  @Test("Another text is none", arguments: ["", "a", "a@", "@b", "a@b@c", "A\r\nBcc: x@y.org <a@b.org>", "x <a b@c.org>", "é@b.org"])
  func isNone(_ text: String) { #expect(MailAddress(text) == nil) }
}
