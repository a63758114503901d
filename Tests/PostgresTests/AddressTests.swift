import SQL
import Testing

@testable import Postgres

@Suite("A database address")
struct AddressTests {
  @Test("is a URI or keywords", arguments: [
    "postgresql://app:geheim@db.example:5433/hatched",
    "host=db.example port=5433 dbname=hatched user=app password=geheim",
  ])
  func forms(text: String) throws {
    let address = try DatabaseAddress(text)
    #expect(address.description == "host=db.example port=5433 dbname=hatched user=app")
    #expect("\(address)\(String(reflecting: address))".contains("geheim") == false)
    #expect(address.database("other").description == "host=db.example port=5433 dbname=other user=app")
  }

  @Test("that cannot be read is not repeated", arguments: [
    "postgresql://app:geheim@[::1", "passwort geheim", "postgresql//app:geheim@host", "hosst=geheim",
  ])
  func unreadable(text: String) {
    let error = #expect(throws: StatementError.self) { try DatabaseAddress(text) }
    #expect(error?.reason == .connection)
    #expect(error?.message.contains("geheim") == false)
  }

  @Test("takes its password out of messages")
  func redaction() throws {
    let address = try DatabaseAddress("host=h password='p w'")
    #expect(address.redact("with password=p w failed\n") == "with password=*** failed")
  }

  @Test("gives session settings that survive spaces and backslashes")
  func options() async throws {
    let connection = try await connect("address") {
      $0.applicationName = "a gateway"
      $0.settings = ["hatched.note": "a b, c\\d", "plan_cache_mode": "force_custom_plan"]
      $0.statementTimeout = .milliseconds(2500)
    }
    let settings = [
      "application_name": "a gateway", "hatched.note": "a b, c\\d", "plan_cache_mode": "force_custom_plan",
      "statement_timeout": "2500ms", "TimeZone": "UTC", "DateStyle": "ISO, MDY", "client_encoding": "UTF8",
    ]
    for (name, value) in settings {
      let rows = try await connection.snapshot([Statement(text: "SELECT current_setting($1)", binds: [.text(name)])])
      #expect(rows[0].text() == value)
    }
    #expect(connection.roundTrips == settings.count)
  }
}
