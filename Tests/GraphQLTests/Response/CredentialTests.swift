import Testing

@testable import GraphQL

/// Credentials that an error does not repeat.
struct CredentialTests {
  private static let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

  @Test(
    "What looks like a credential is not repeated",
    arguments: [
      ("found String \"\(token)\".", "found String \"***\"."), (token, "***"), ("Bearer \(token),", "Bearer ***,"),
      // In parts, as a parser takes it.
      ("Unexpected \"eyJhbGciOiJIUzI1NiJ9\"", "Unexpected \"***\""),
      ("found \"dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk\"", "found \"***\""),
      ("{ nonce: \"n\", identityToken: \"\(token)\" } at", "{ nonce: \"n\", identityToken: \"***\" } at"),
      ("\(token) and \(token)", "*** and ***"),
      ("got K7QM2-XW94B.", "got ***"), ("got \"k7qm2-xw94b\".", "got \"***\"."), ("got K7QM2XW94B", "got ***"),
      ("got KXQMZ-XWYBH", "got ***"),
      ("got K7QM-2XW9-ABCD-EFGH", "got ***"), ("got K7QM2XW94BCDEFGH", "got ***"), ("got CCJPEHQRZWRBVWQV", "got ***"),
    ])
  func hidden(text: String, expected: String) {
    #expect(text.withoutCredentials == expected)
    var writer = JSONWriter()
    writer.writeError(GraphQLError(text, code: .badUserInput))
    #expect(!String(decoding: writer.bytes, as: UTF8.self).contains("dBjftJeZ4CVP"))
  }

  @Test(
    "Everything else is",
    arguments: [
      "", "eyJ", "Syntax Error: Expected Name, found <EOF>.",
      "Cannot query field \"attendanceRecordsConnection\" on type",
      "0198f000-0000-7000-8001-000000000001", "0198F000-0000-7000-8001-00000000000A", "2026-11-22T04:05:06.000Z",
      "ATTENDANCE", "PERCENTAGE", "UNAVAILABILITIES", "NOTIFICATION_PREFERENCES", "resource12", "assignments_2.course_id", "a.b.c.d.e.f.g.h.i.j.k",
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "four-five-six", "given-terms",
      "Zoë und 🦆 aßen heute",
      "updateFamilyNotificationPreferencesInput",
    ])
  func repeated(text: String) {
    #expect(text.withoutCredentials == text)
  }
}
