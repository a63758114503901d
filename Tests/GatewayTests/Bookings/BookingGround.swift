import Domain
import Foundation
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// The demonstration family without bookings, and a provider of its own.
struct BookingGround {
  let talk: Conversation
  /// An account without a family that is a provider in the directory.
  let provider: AccountViewer
  let providerID: String
  /// A service by the hour, for 18.50 EUR.
  let service: String

  static func run(_ database: Task<SchoolDatabase, any Error>, _ body: (BookingGround) async throws -> Void) async throws {
    try await Conversation.with(database) { talk in
      for table in ["bookings", "attempts"] { try await talk.database.run(SQL("DELETE FROM \(identifier: table)")) }
      // Those of other tests.
      try await talk.database.run(
        "UPDATE providers SET is_listed = false WHERE id <> \(bind: .uuid(DemonstrationProvider.id)) AND is_listed")
      let provider = try await talk.newcomer()
      let id = try await applied(provider, "Europe/Berlin", talk)
      try await admit(id, talk)
      let service = try await offered(#"kind: TUTORING, name: "Maths", price: "18.50", currency: "EUR", per: HOUR"#, as: provider, talk)
      try await body(BookingGround(talk: talk, provider: provider, providerID: id, service: service))
    }
  }

  // MARK: Providers

  static func applied(
    _ viewer: AccountViewer, _ zone: String, _ talk: Conversation, _ fields: String = #", area: "Berlin Mitte", languages: ["de", "en-GB"]"#
  ) async throws -> String {
    let answer = try await talk.answer(
      """
      mutation { applyAsProvider(input: {name: "Robin's lessons", timeZone: "\(zone)"\(fields)}) {
        providerPlace { isAdmitted provider { id name } }
      } }
      """, as: viewer)
    return try #require(answer.at("data", "applyAsProvider", "providerPlace", "provider", "id")?.string, "\(answer)")
  }

  /// As `hatched provider admit` does it.
  static func admit(_ provider: String, isListed: Bool = true, _ talk: Conversation) async throws {
    let id = try #require(UUIDValue(provider))
    try await talk.database.run(
      """
      UPDATE providers SET is_listed = \(bind: .bool(isListed)), directory_id = \(bind: .uuid(Viewer.directoryID)) WHERE id = \(bind: .uuid(id))
      """)
    try await talk.database.run(
      "UPDATE services SET directory_id = \(bind: .uuid(Viewer.directoryID)) WHERE provider_id = \(bind: .uuid(id))")
  }

  static func offered(_ fields: String, id: String = newID(), as viewer: AccountViewer, _ talk: Conversation) async throws -> String {
    let answer = try await talk.answer(#"mutation { createService(input: {id: "\#(id)", \#(fields)}) { service { id } } }"#, as: viewer)
    #expect(answer.at("errors") == nil, "\(answer)")
    return id
  }

  func setHours(_ hours: String) async throws {
    let answer = try await talk.answer(
      "mutation { setWorkingHours(input: {hours: [\(hours)]}) { providerPlace { provider { workingHours { day from until } } } } }", as: provider)
    #expect(answer.at("errors") == nil, "\(answer)")
  }

  /// Free times as `2027-03-14T17:00:00.000Z 2027-03-14T22:00:00.000Z`.
  func freeTimes(_ arguments: String, as viewer: AccountViewer? = nil) async throws -> [String] {
    let data = try await talk.ask(
      #"{ provider(id: "\#(providerID)") { freeTimes(\#(arguments)) { from until } } }"#, as: viewer ?? talk.elena)
    return (data.at("provider", "freeTimes")?.array ?? []).map { "\($0["from"]?.string ?? "") \($0["until"]?.string ?? "")" }
  }

  // MARK: Bookings

  /// A moment some days ahead: `2026-09-07T09:00:00Z`.
  static func moment(_ days: Int, _ time: String) -> String {
    let day = Date(timeIntervalSinceNow: Double(days) * 86_400).formatted(.iso8601.year().month().day())
    return "\(day)T\(time):00Z"
  }

  /// The days until the first such one, from some days ahead on. The condition gets the noon of a day.
  static func days(from first: Int, in zone: String, until isFit: (Date, Foundation.Calendar) -> Bool) throws -> Int {
    var calendar = Foundation.Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    let today = (Date.now.timeIntervalSince1970 / 86_400).rounded(.down)
    return try #require((first..<first + 366).first { days in
      isFit(Date(timeIntervalSince1970: (today + Double(days) + 0.5) * 86_400), calendar)
    })
  }

  func book(
    _ from: String, _ until: String, _ fields: String = "", service: String? = nil, id: String = newID(), as viewer: AccountViewer? = nil
  ) async throws -> JSONValue {
    try await talk.answer(
      """
      mutation { createBooking(input: {id: "\(id)", serviceId: "\(service ?? self.service)", startsAt: "\(from)", endsAt: "\(until)"\(fields)}) {
        booking { id state price currency note place cancelledBy reason service { name provider { name } } }
      } }
      """, as: viewer ?? talk.elena)
  }

  /// The id of a new booking, of an hour some days ahead.
  func booked(_ days: Int = 30, _ from: String = "09:00", _ until: String = "10:00") async throws -> String {
    let answer = try await book(Self.moment(days, from), Self.moment(days, until))
    return try #require(answer.at("data", "createBooking", "booking", "id")?.string, "\(answer)")
  }

  /// An action on a booking.
  func act(_ mutation: String, _ id: String, _ fields: String = "", as viewer: AccountViewer) async throws -> JSONValue {
    try await talk.answer(
      #"mutation { \#(mutation)(input: {id: "\#(id)"\#(fields)}) { booking { id state cancelledBy reason price } } }"#, as: viewer)
  }

  func move(_ id: String, _ from: String, _ until: String) async throws -> JSONValue {
    try await act("moveBooking", id, #", startsAt: "\#(from)", endsAt: "\#(until)""#, as: talk.elena)
  }

  /// The state as the family and as the provider read it; nil where one sees no such booking.
  func states(_ id: String) async throws -> [String?] {
    let family = try await talk.ask(#"{ booking(id: "\#(id)") { state } }"#, as: talk.elena)
    let own = try await talk.ask("{ viewer { providerPlace { bookings { id state } } } }", as: provider)
    let seen = own.at("viewer", "providerPlace", "bookings")?.array?.first { $0["id"]?.string == id }
    return [family.at("booking", "state")?.string, seen?["state"]?.string]
  }

  /// Puts a booking at another time, whatever the provider does then.
  func shift(_ id: String, startsIn: String, lasting: String = "1 hour") async throws {
    try await talk.database.run(
      """
      UPDATE bookings SET starts_at = now() + \(bind: .text(startsIn))::interval, \
      ends_at = now() + \(bind: .text(startsIn))::interval + \(bind: .text(lasting))::interval \
      WHERE id = \(bind: .uuid(try #require(UUIDValue(id))))
      """)
  }
}
