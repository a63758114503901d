import SQL
import Testing

@testable import Postgres

@Suite("A database address")
struct AddressTests {
  @Test("is a URI or keywords", arguments: [
    "postgresql://app:geheim@db.example:5433/hatched?sslmode=verify-full",
    "host=db.example port=5433 dbname=hatched user=app password=geheim sslmode=verify-full",
  ])
  func forms(text: String) throws {
    let address = try DatabaseAddress(text)
    #expect(address.description == "host=db.example port=5433 dbname=hatched user=app sslmode=verify-full")
    #expect("\(address)\(String(reflecting: address))".contains("geheim") == false)
    #expect(address.database("other").parameters["dbname"] == "other")
  }

  @Test("that cannot be read is not repeated", arguments: [
    "postgresql://app:geheim@[::1", "passwort geheim", "postgresql//app:geheim@host", "hosst=geheim",
  ])
  func unreadable(text: String) {
    let error = #expect(throws: StatementError.self) { try DatabaseAddress(text) }
    #expect(error?.reason == .connection)
    #expect(error?.message.contains("geheim") == false)
  }

  @Test("whose password was not encoded is refused, before a part of it is taken for a host", arguments: [
    "postgresql://app:p@geheim@db.example/hatched", "postgresql://app:p@ss/geheim@db.example/hatched",
    "postgresql://app:1/geheim@db.example/hatched", "postgres://app:p/geheim@db.example:5432/hatched",
  ])
  func misreadPassword(text: String) {
    let error = #expect(throws: StatementError.self) { try DatabaseAddress(text) }
    #expect(error?.message.hasPrefix("the database address has an @ that is not between user and host") == true)
    #expect(error?.message.contains("geheim") == false)
  }

  @Test("may have any password that is encoded, and says whether it has one", arguments: [
    ("postgresql://app:p%40ss%2Fgeheim@db.example/hatched?sslmode=require", true),
    ("postgresql://app:gehe#im@db.example/hatched?sslmode=require", true),
    ("postgresql://app@db.example/hatched?sslmode=require", false), ("postgresql:///hatched?user=app&password=p@ss", true),
    ("host=/tmp dbname=we@ird", false), ("host=/tmp password=''", false),
    ("host=/tmp sslpassword=geheim", true),
  ])
  func passwords(text: String, hasPassword: Bool) throws {
    #expect(try DatabaseAddress(text).hasPassword == hasPassword)
  }

  @Test("of another machine is refused if it leaves open how what is sent there is protected", arguments: [
    ("postgresql://app:geheim@db.example/hatched", "(db.example)"), ("host=10.0.0.7 password=geheim", "(10.0.0.7)"),
    ("host=localhost hostaddr=10.0.0.7 password=geheim", "(10.0.0.7)"),
    ("host=/run/postgresql,127.0.0.1,127.0.0.1.example password=geheim", "(127.0.0.1.example)"),
    ("dbname=hatched password=geheim", "(of.environment)"),
    ("postgresql://app:geheim@db.example/hatched?sslmode=", "(db.example)"),
  ])
  func unprotected(text: String, host: String) {
    let error = #expect(throws: StatementError.self) {
      try DatabaseAddress(text, environment: ["PGHOST": "of.environment"])
    }
    #expect(error?.message.contains("on another machine \(host)") == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("add sslmode=verify-full") == true)
    #expect(error?.message.contains("geheim") == false)
  }

  @Test("that says it, or does not leave the machine, is taken", arguments: [
    "host=db.example sslmode=disable", "host=db.example sslmode=prefer", "service=hatched", "dbname=hatched",
    "host=/run/postgresql", "host=localhost,127.0.0.1,::1", "host=127.8.0.1", "host=name hostaddr=127.0.0.1",
    "host=@abstract",
  ])
  func protected(text: String) throws {
    _ = try DatabaseAddress(text, environment: [:])
  }

  @Test("may leave it to libpq's own variable")
  func variable() throws {
    _ = try DatabaseAddress("host=db.example", environment: ["PGSSLMODE": "verify-full"])
  }

  @Test("with encryption by Kerberos is refused")
  func kerberos() {
    let error = #expect(throws: StatementError.self) { try DatabaseAddress("host=db.example gssencmode=require") }
    #expect(error?.message == "gssencmode is not supported: say sslmode instead")
  }

  @Test("takes its password out of messages")
  func redaction() throws {
    let address = try DatabaseAddress("host=h sslmode=disable password='p w'")
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
