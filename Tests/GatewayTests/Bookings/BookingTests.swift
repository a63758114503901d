import Domain
import Foundation
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Bookings (ME-09): their times, prices and states, and who sees what.
@Suite(.serialized) struct BookingTests {
  private static let database = Task { try await SchoolDatabase("bookings", families: 1) }

  private func run(_ body: (BookingGround) async throws -> Void) async throws { try await BookingGround.run(Self.database, body) }

  @Test func `A price is rounded once, half away from zero, to the minor unit, and a booking keeps its rate`() async throws {
    try await run { ground in
      let talk = ground.talk
      // B1
      for (number, (price, currency, minutes, expected)) in [
        ("18.50", "EUR", 100, "30.83"), ("1500", "JPY", 50, "1250"), ("2.505", "KWD", 90, "3.758"), ("0.01", "EUR", 30, "0.01"),
      ].enumerated() {
        let service = try await BookingGround.offered(
          #"kind: OTHER, name: "P", price: "\#(price)", currency: "\#(currency)", per: HOUR"#, as: ground.provider, talk)
        let start = BookingGround.moment(60 + number, "10:00")
        let end = BookingGround.moment(60 + number, minutes >= 60 ? "11:\(minutes - 60)" : "10:\(minutes)")
        let answer = try await ground.book(start, end, service: service)
        #expect(answer.at("data", "createBooking", "booking", "price")?.string == expected, "\(answer)")
      }
      let visit = try await BookingGround.offered(#"kind: PETS, name: "V", price: "25", currency: "EUR", per: VISIT"#, as: ground.provider, talk)
      let answer = try await ground.book(BookingGround.moment(70, "10:00"), BookingGround.moment(70, "13:00"), service: visit)
      #expect(answer.at("data", "createBooking", "booking", "price")?.string == "25.00", "\(answer)")
      let id = try await ground.booked()
      _ = try await talk.ask(
        #"mutation { updateService(input: {id: "\#(ground.service)", price: "99"}) { service { price } } }"#, as: ground.provider)
      let moved = try await ground.move(id, BookingGround.moment(31, "09:00"), BookingGround.moment(31, "11:00"))
      #expect(moved.at("data", "moveBooking", "booking", "price")?.string == "37.00", "\(moved)")
    }
  }

  @Test func `Times are half open, and lie in the working hours`() async throws {
    try await run { ground in
      func at(_ time: String) -> String { BookingGround.moment(33, time) }
      // B2
      #expect(try await ground.book(at("09:00"), at("10:00")).at("errors") == nil)
      #expect(try await ground.book(at("10:00"), at("11:00")).at("errors") == nil)
      #expect(try await ground.book(at("09:59"), at("10:16")).code == "CONFLICT")
      let first = try await ground.booked(34)
      #expect(try await ground.move(first, at("10:30"), at("11:30")).code == "CONFLICT")
      // Its own time is free for it.
      #expect(try await ground.move(first, BookingGround.moment(34, "09:30"), BookingGround.moment(34, "10:30")).at("errors") == nil)
      let busy = try await ground.talk.answer(
        #"mutation { createBusyTime(input: {from: "\#(at("10:45"))", until: "\#(at("12:00"))"}) { busyTime { from } } }"#, as: ground.provider)
      #expect(busy.code == "CONFLICT" && busy.inputPath == "input.from", "\(busy)")
      for (from, until, field) in [
        (at("12:00"), at("12:14"), "endsAt"), (at("12:00"), at("11:00"), "endsAt"), (at("00:00"), BookingGround.moment(36, "00:01"), "endsAt"),
        (BookingGround.moment(-1, "09:00"), BookingGround.moment(-1, "10:00"), "startsAt"),
        (BookingGround.moment(402, "09:00"), BookingGround.moment(402, "10:00"), "startsAt"),
      ] {
        let refused = try await ground.book(from, until)
        #expect(refused.code == "BAD_USER_INPUT" && refused.inputPath == "input.\(field)", "\(from) \(until): \(refused)")
      }
      #expect(try await ground.book(BookingGround.moment(50, "00:00"), BookingGround.moment(53, "00:00")).at("errors") == nil)
      try await ground.setHours(#"{day: MONDAY, from: "09:00:00", until: "12:00:00"}, {day: MONDAY, from: "12:00:00", until: "15:00:00"}"#)
      // A Monday in Berlin, in winter.
      let monday = try BookingGround.days(from: 60, in: "Europe/Berlin") { noon, calendar in
        calendar.component(.weekday, from: noon) == 2 && !calendar.timeZone.isDaylightSavingTime(for: noon)
      }
      func book(_ from: String, _ until: String, dayLater: Int = 0) async throws -> JSONValue {
        try await ground.book(BookingGround.moment(monday + dayLater, from), BookingGround.moment(monday + dayLater, until))
      }
      #expect(try await book("10:30", "11:30").at("errors") == nil)
      #expect(try await book("07:30", "08:30").code == "CONFLICT")
      #expect(try await book("10:30", "11:30", dayLater: 1).code == "CONFLICT")
      #expect(try await book("13:30", "14:01").code == "CONFLICT")
    }
  }

  @Test func `Both sides take a booking through its states`() async throws {
    try await run { ground in
      let (talk, provider) = (ground.talk, ground.provider)
      let reason = #", reason: "Ill""#
      let id = try await ground.booked()
      #expect(try await ground.states(id) == ["PENDING", "PENDING"])
      #expect(try await ground.act("completeBooking", id, as: provider).code == "CONFLICT")
      for _ in 0..<2 { #expect(try await ground.act("confirmBooking", id, as: provider).at("data", "confirmBooking", "booking", "state")?.string == "CONFIRMED") }
      // Not before its start.
      #expect(try await ground.act("completeBooking", id, as: provider).code == "CONFLICT")
      #expect(try await ground.move(id, BookingGround.moment(35, "09:00"), BookingGround.moment(35, "10:00")).at("data", "moveBooking", "booking", "state")?.string == "PENDING")
      #expect(try await ground.act("confirmBooking", id, as: provider).at("errors") == nil)
      try await ground.shift(id, startsIn: "-10 minutes")
      for _ in 0..<2 { #expect(try await ground.act("completeBooking", id, as: provider).at("data", "completeBooking", "booking", "state")?.string == "DONE") }
      #expect(try await ground.states(id) == ["DONE", "DONE"])
      for (mutation, fields, viewer) in [
        ("moveBooking", #", startsAt: "\#(BookingGround.moment(36, "09:00"))", endsAt: "\#(BookingGround.moment(36, "10:00"))""#, talk.elena),
        ("cancelBooking", reason, talk.elena), ("confirmBooking", "", provider), ("declineBooking", reason, provider),
      ] { #expect(try await ground.act(mutation, id, fields, as: viewer).code == "CONFLICT", "\(mutation)") }

      for (mutation, viewer, side) in [("cancelBooking", talk.mateo, "FAMILY"), ("declineBooking", provider, "PROVIDER")] {
        let other = try await ground.booked(38)
        let ended = try await ground.act(mutation, other, reason, as: viewer)
        let booking = ended.at("data", .key(mutation), "booking")
        #expect(booking?["state"]?.string == "CANCELLED" && booking?["cancelledBy"]?.string == side && booking?["reason"]?.string == "Ill", "\(ended)")
        // The first reason stays, and the time is free again.
        let again = try await ground.act("cancelBooking", other, #", reason: "Late""#, as: talk.elena)
        #expect(again.at("data", "cancelBooking", "booking", "reason")?.string == "Ill", "\(again)")
        #expect(try await ground.act("confirmBooking", other, as: provider).code == "CONFLICT")
        #expect(try await ground.act(mutation, newID(), reason, as: viewer).code == "NOT_FOUND")
        #expect(try await ground.act(mutation, other, #", reason: "  ""#, as: viewer).code == "BAD_USER_INPUT")
      }
    }
  }

  @Test func `The clock ends what nobody confirms, and what is over, without any work`() async throws {
    try await run { ground in
      let provider = ground.provider
      let id = try await ground.booked()
      try await ground.shift(id, startsIn: "-1 minute")
      #expect(try await ground.states(id) == ["CANCELLED", "CANCELLED"])
      #expect(try await ground.act("confirmBooking", id, as: provider).code == "CONFLICT")
      let lapsed = try await ground.act("cancelBooking", id, #", reason: "Late""#, as: ground.talk.elena)
      #expect(lapsed.at("data", "cancelBooking", "booking", "cancelledBy") == .null, "\(lapsed)")
      // Its time is free again.
      let start = try await ground.talk.text("SELECT to_char(now() AT TIME ZONE 'UTC' + interval '10 minutes', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')")
      let end = try await ground.talk.text("SELECT to_char(now() AT TIME ZONE 'UTC' + interval '40 minutes', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')")
      #expect(try await ground.book(start, end).at("errors") == nil)
      let other = try await ground.booked(41)
      #expect(try await ground.act("confirmBooking", other, as: provider).at("errors") == nil)
      try await ground.shift(other, startsIn: "-2 hours")
      #expect(try await ground.states(other) == ["DONE", "DONE"])
      #expect(try await ground.act("completeBooking", other, as: provider).at("errors") == nil)
      #expect(try await ground.act("declineBooking", other, #", reason: "Late""#, as: provider).code == "CONFLICT")
      let open = try await ground.talk.ask("{ viewer { providerPlace { bookings(open: true) { state } closed: bookings(open: false) { state } } } }", as: provider)
      #expect(open.at("viewer", "providerPlace", "bookings")?.array?.count == 1)
      #expect(open.at("viewer", "providerPlace", "closed")?.array?.count == 2, "\(open)")
    }
  }

  @Test func `booking_state of the database is the table's clock`() async throws {
    try await run { ground in
      for state in BookingState.allCases {
        for (action, start, end) in [(BookingAction.begin, "0 seconds", "1 hour"), (.end, "-1 hour", "0 seconds")] {
          let read = try await ground.talk.text(
            """
            SELECT booking_state(\(bind: .text(state.rawValue)), now() + \(bind: .text(start))::interval, now() + \(bind: .text(end))::interval)
            """)
          let written: BookingState = if case .move(let next) = BookingTable.outcome(of: action, in: state) { next } else { state }
          #expect(read == written.rawValue, "\(action) of \(state)")
        }
        let before = try await ground.talk.text(
          "SELECT booking_state(\(bind: .text(state.rawValue)), now() + interval '1 second', now() + interval '1 hour')")
        #expect(before == state.rawValue)
      }
    }
  }

  @Test func `Each side sees what is its own, and students write nothing`() async throws {
    try await run { ground in
      let (talk, provider) = (ground.talk, ground.provider)
      let (from, until) = (BookingGround.moment(44, "09:00"), BookingGround.moment(44, "10:00"))
      let made = try await ground.book(from, until, #", note: "Fractions", place: "Oak Street 4""#)
      let id = try #require(made.at("data", "createBooking", "booking", "id")?.string, "\(made)")
      let seen = try await talk.ask(
        "{ viewer { family { id } providerPlace { bookings { id familyName note place service { name } price currency startsAt endsAt } } } }", as: provider)
      let booking = seen.at("viewer", "providerPlace", "bookings", 0)
      #expect(seen.at("viewer", "family") == .null && seen.at("viewer", "providerPlace", "bookings")?.array?.count == 1)
      #expect(booking?["familyName"]?.string == "Rivera" && booking?["note"]?.string == "Fractions" && booking?["place"]?.string == "Oak Street 4")
      #expect(try await talk.ask(#"{ booking(id: "\#(id)") { id } }"#, as: provider).at("booking") == .null)
      #expect(try await talk.ask(#"{ node(id: "\#(id)") { __typename } }"#, as: provider).at("node", "__typename")?.string == "ProviderBooking")
      #expect(try await talk.ask(#"{ node(id: "\#(id)") { __typename } }"#, as: talk.ada).at("node", "__typename")?.string == "Booking")
      let other = try await talk.newcomer()
      _ = try await BookingGround.applied(other, "UTC", talk)
      for viewer in [talk.stranger, other, try await talk.newcomer()] {
        #expect(try await talk.ask(#"{ booking(id: "\#(id)") { id } node(id: "\#(id)") { id } }"#, as: viewer).at("node") == .null)
        #expect(try await ground.act("confirmBooking", id, as: viewer).code == "NOT_FOUND")
      }
      #expect(try await ground.act("confirmBooking", id, as: talk.elena).code == "NOT_FOUND")
      for (answer, fields) in [("confirmBooking", ""), ("declineBooking", #", reason: "R""#), ("completeBooking", "")] {
        #expect(try await ground.act(answer, id, fields, as: talk.ada).code == "FORBIDDEN")
      }
      #expect(try await ground.act("cancelBooking", id, #", reason: "R""#, as: talk.stranger).code == "NOT_FOUND")
      #expect(try await ground.act("cancelBooking", id, #", reason: "R""#, as: provider).code == "FORBIDDEN")
      #expect(try await ground.act("cancelBooking", id, #", reason: "R""#, as: talk.ada).code == "FORBIDDEN")
      #expect(try await ground.book(BookingGround.moment(45, "09:00"), BookingGround.moment(45, "10:00"), as: talk.ada).code == "FORBIDDEN")
      #expect(try await talk.ask(#"{ booking(id: "\#(id)") { state note } }"#, as: talk.ada).at("booking", "state")?.string == "PENDING")
      _ = try await talk.ask(#"mutation { updateFamily(input: {name: "Rivera Vega"}) { family { name } } }"#, as: talk.elena)
      let renamed = try await talk.ask("{ viewer { providerPlace { bookings { familyName } } } }", as: provider)
      #expect(renamed.at("viewer", "providerPlace", "bookings", 0, "familyName")?.string == "Rivera Vega")
    }
  }

  @Test func `The same booking sent twice is one, also once its time is past`() async throws {
    try await run { ground in
      let id = newID()
      let (from, until) = (BookingGround.moment(46, "09:00"), BookingGround.moment(46, "10:00"))
      #expect(try await ground.book(from, until, id: id).at("errors") == nil)
      try await ground.shift(id, startsIn: "-3 days")
      #expect(try await ground.book(from, until, id: id).at("data", "createBooking", "booking", "state")?.string == "CANCELLED")
      #expect(try await ground.book(from, until, #", note: "Other""#, id: id).code == "CONFLICT")
    }
  }

  @Test func `The audit trail has each change of a booking, and the provider by the name that it shows`() async throws {
    try await run { ground in
      let (talk, provider) = (ground.talk, ground.provider)
      try await talk.database.run("UPDATE accounts SET name = 'Zephyrine' WHERE id = \(bind: .uuid(provider.accountID))")
      func trail() async throws -> [String] {
        let data = try await talk.ask(
          """
          { family { auditTrail(first: 20, where: {action: {in: [BOOKING_CREATED, BOOKING_MOVED, BOOKING_CANCELLED, BOOKING_ANSWERED]}},
            orderBy: {field: CREATED_AT}) { nodes { action actorName actorRole valuesBefore valuesAfter } } } }
          """, as: talk.mateo)
        return (data.at("family", "auditTrail", "nodes")?.array ?? []).map { node in
          let states = ["valuesBefore", "valuesAfter"].map { node.at(.key($0), "state")?.string ?? "-" }
          return "\(node.at("action")?.string ?? "") by \(node.at("actorName")?.string ?? "-"): \(states.joined(separator: " "))"
        }
      }
      try await talk.database.run("DELETE FROM audit_entries")
      let id = try await ground.booked()
      _ = try await ground.act("confirmBooking", id, as: provider)
      // The same once more changes nothing.
      _ = try await ground.act("confirmBooking", id, as: provider)
      _ = try await ground.move(id, BookingGround.moment(31, "09:00"), BookingGround.moment(31, "10:00"))
      _ = try await ground.act("cancelBooking", id, #", reason: "Ill""#, as: talk.mateo)
      let other = try await ground.booked(32)
      _ = try await ground.act("declineBooking", other, #", reason: "Away""#, as: provider)
      #expect(
        try await trail() == [
          "BOOKING_CREATED by Elena Rivera: - PENDING", "BOOKING_ANSWERED by Robin's lessons: PENDING CONFIRMED",
          "BOOKING_MOVED by Elena Rivera: CONFIRMED PENDING", "BOOKING_CANCELLED by Mateo Rivera: PENDING CANCELLED",
          "BOOKING_CREATED by Elena Rivera: - PENDING", "BOOKING_ANSWERED by Robin's lessons: PENDING CANCELLED",
        ])
      // A full trail refuses new bookings, and neither an answer nor that one is cancelled.
      let (first, second) = (try await ground.booked(33), try await ground.booked(34))
      // Entries are counted by a sample: below zero after those above went.
      try await talk.database.run("UPDATE family_usage SET rows = greatest(rows, 0), maximum_rows = 0 WHERE kind = 'audit_entries'")
      let refused = try await ground.book(BookingGround.moment(35, "09:00"), BookingGround.moment(35, "10:00"))
      #expect(refused.code == "LIMIT_EXCEEDED", "\(refused)")
      #expect(try await ground.act("cancelBooking", first, #", reason: "Ill""#, as: talk.elena).at("errors") == nil)
      #expect(try await ground.act("confirmBooking", second, as: provider).at("errors") == nil)
      try await talk.database.run("UPDATE family_usage SET maximum_rows = 200000 WHERE kind = 'audit_entries'")
    }
  }
}
