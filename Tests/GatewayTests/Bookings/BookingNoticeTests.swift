import Domain
import GraphQL
import Logging
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway

/// Notices of bookings to both sides, and bookings in the calendar (ME-09).
@Suite(.serialized) struct BookingNoticeTests {
  private static let database = Task { try await SchoolDatabase("booking_notices", families: 1) }

  private func run(_ body: (BookingGround) async throws -> Void) async throws { try await BookingGround.run(Self.database, body) }

  /// The events and titles of a viewer's notifications of bookings, the newest first.
  private func notices(_ talk: Conversation, as viewer: AccountViewer) async throws -> [String] {
    let data = try await talk.ask("{ viewer { notifications(first: 50) { kind event title } } }", as: viewer)
    return (data.at("viewer", "notifications")?.array ?? []).filter { $0["kind"]?.string == "BOOKING" }.map {
      "\($0["event"]?.string ?? ""): \($0["title"]?.string ?? "")"
    }
  }

  @Test func `Each side is notified of what the other does, and a provider needs no family for that`() async throws {
    try await run { ground in
      let (talk, provider) = (ground.talk, ground.provider)
      try await talk.database.run("DELETE FROM notifications")
      let id = try await ground.booked()
      #expect(try await notices(talk, as: provider) == ["BOOKING: Rivera books: Maths"])
      #expect(try await notices(talk, as: talk.elena) == [])
      _ = try await ground.act("confirmBooking", id, as: provider)
      for parent in [talk.elena, talk.mateo] { #expect(try await notices(talk, as: parent) == ["BOOKING_CONFIRMED: Confirmed: Maths"]) }
      #expect(try await notices(talk, as: talk.ada) == [])
      _ = try await ground.move(id, BookingGround.moment(31, "09:00"), BookingGround.moment(31, "10:00"))
      _ = try await ground.act("cancelBooking", id, #", reason: "Ill""#, as: talk.mateo)
      #expect(
        try await notices(talk, as: provider) == ["BOOKING_CANCELLED: Cancelled: Maths", "BOOKING_MOVED: Rivera moves: Maths", "BOOKING: Rivera books: Maths"])
      #expect(try await notices(talk, as: talk.elena).count == 1)
      let other = try await ground.booked(32)
      _ = try await ground.act("declineBooking", other, #", reason: "Away""#, as: provider)
      #expect(try await notices(talk, as: talk.elena).first == "BOOKING_CANCELLED: Cancelled: Maths")
      let done = try await ground.booked(33)
      _ = try await ground.act("confirmBooking", done, as: provider)
      try await ground.shift(done, startsIn: "-5 minutes")
      _ = try await ground.act("completeBooking", done, as: provider)
      #expect(try await notices(talk, as: talk.mateo).first == "BOOKING_DONE: Done: Maths")
    }
  }

  @Test func `An account without a family reads, counts, marks and removes its notifications`() async throws {
    try await run { ground in
      let (talk, provider) = (ground.talk, ground.provider)
      let ids = [try await ground.booked(), try await ground.booked(31)]
      #expect(ids.count == 2)
      let query = "{ viewer { unreadNotificationCount notifications { id body readAt arguments { title person time } } notificationsConnection(first: 1) { totalCount nodes { id } } } }"
      let seen = try await talk.ask(query, as: provider).at("viewer")
      #expect(seen?["unreadNotificationCount"]?.number == 2, "\(String(describing: seen))")
      #expect(seen?.at("notifications", 0, "arguments", "person")?.string == "Rivera")
      #expect(seen?.at("notifications", 0, "body")?.string?.hasSuffix("Confirm the booking, or decline it.") == true)
      #expect(seen?.at("notificationsConnection", "totalCount")?.number == 2)
      let first = try #require(seen?.at("notifications", 0, "id")?.string)
      #expect(try await talk.ask(#"{ notification(id: "\#(first)") { title } }"#, as: provider).at("notification", "title")?.string == "Rivera books: Maths")
      for viewer in [talk.elena, talk.ada, try await talk.newcomer()] {
        #expect(try await talk.ask(#"{ notification(id: "\#(first)") { title } node(id: "\#(first)") { id } }"#, as: viewer).at("notification") == .null)
        #expect(try await talk.answer(#"mutation { deleteNotification(input: {id: "\#(first)"}) { id } }"#, as: viewer).code == "NOT_FOUND")
      }
      let read = try await talk.answer(#"mutation { markNotificationRead(input: {id: "\#(first)"}) { notification { readAt } } }"#, as: provider)
      #expect(read.at("data", "markNotificationRead", "notification", "readAt")?.string != nil, "\(read)")
      #expect(try await talk.ask(query, as: provider).at("viewer", "unreadNotificationCount")?.number == 1)
      let all = try await talk.answer("mutation { markAllNotificationsRead(input: {}) { viewer { unreadNotificationCount } } }", as: provider)
      #expect(all.at("data", "markAllNotificationsRead", "viewer", "unreadNotificationCount")?.number == 0, "\(all)")
      #expect(try await talk.answer(#"mutation { deleteNotification(input: {id: "\#(first)"}) { id } }"#, as: provider).at("errors") == nil)
      #expect(try await talk.ask(query, as: provider).at("viewer", "notifications")?.array?.count == 1)
    }
  }

  @Test func `A booking comes live to both sides`() async throws {
    try await run { ground in
      let (talk, provider) = (ground.talk, ground.provider)
      let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
      let watch = Task { await talk.gateway.gateway.wakeUp.watch.run(talk.gateway.pool, logger: logger) }
      let family = try await talk.gateway.live("subscription { live { family { bookings { state } } } }", as: talk.mateo)
      let own = try await talk.gateway.live("subscription { live { viewer { providerPlace { bookings { state } } } } }", as: provider)
      func next(_ stream: any LiveStream) async throws -> [String]? {
        guard let answer = try await stream.next(within: .seconds(5)) else { return nil }
        let live = try answer.json.at("data", "live")
        let list = live?.at("family", "bookings") ?? live?.at("viewer", "providerPlace", "bookings")
        return list?.array?.compactMap { $0["state"]?.string }
      }
      #expect(try await next(family) == [])
      #expect(try await next(own) == [])
      let id = try await ground.booked()
      #expect(try await next(family) == ["PENDING"])
      #expect(try await next(own) == ["PENDING"])
      _ = try await ground.act("confirmBooking", id, as: provider)
      #expect(try await next(family) == ["CONFIRMED"])
      #expect(try await next(own) == ["CONFIRMED"])
      watch.cancel()
      await watch.value
    }
  }

  @Test func `An answer of the directory changes with it`() async throws {
    try await run { ground in
      let (talk, day) = (ground.talk, BookingGround.moment(30, "00:00").prefix(10))
      let free = #"from: "\#(day)", days: 1"#
      #expect(try await ground.freeTimes(free, as: talk.ada).count == 1)
      let id = try await ground.booked()
      #expect(try await ground.freeTimes(free, as: talk.ada).count == 2)
      _ = try await ground.act("declineBooking", id, #", reason: "Away""#, as: ground.provider)
      #expect(try await ground.freeTimes(free, as: talk.ada).count == 1)
    }
  }

  @Test func `A booking that is not cancelled is in the calendar, and to do until it is done`() async throws {
    try await run { ground in
      let (talk, provider) = (ground.talk, ground.provider)
      let id = try await ground.booked(5)
      let day = try await talk.text("SELECT (starts_at AT TIME ZONE (SELECT time_zone FROM families WHERE name LIKE 'Rivera%'))::date::text FROM bookings")
      func entries(_ list: String) async throws -> [JSONValue] {
        let data = try await talk.ask(
          "{ \(list) }", as: talk.ada)
        let days = data.at("calendar")?.array ?? []
        return days.isEmpty ? data.at("toDo")?.array ?? [] : days.flatMap { $0["entries"]?.array ?? [] }
      }
      let fields = "id kind title startsAt endsAt isAllDay doneAt members { name } item { __typename ... on Booking { id state } }"
      let calendar = #"calendar(from: "\#(day)", days: 1, kinds: [BOOKING]) { entryCount entries { \#(fields) } }"#
      let found = try await entries(calendar)
      try #require(found.count == 1, "\(found)")
      #expect(found[0]["title"]?.string == "Maths" && found[0]["kind"]?.string == "BOOKING" && found[0].at("item", "state")?.string == "PENDING")
      #expect(found[0]["id"]?.string == id && found[0]["endsAt"]?.string != nil && found[0]["members"]?.array?.isEmpty == true)
      func toDo() async throws -> [JSONValue] {
        try await entries("toDo(days: 14) { \(fields) }").filter { $0["kind"]?.string == "BOOKING" }
      }
      #expect(try await toDo().count == 1)
      _ = try await ground.act("confirmBooking", id, as: provider)
      #expect(try await toDo().first?.at("item", "state")?.string == "CONFIRMED")
      try await ground.shift(id, startsIn: "-5 minutes")
      _ = try await ground.act("completeBooking", id, as: provider)
      #expect(try await toDo().isEmpty)
      let today = try await talk.text("SELECT (starts_at AT TIME ZONE (SELECT time_zone FROM families WHERE name LIKE 'Rivera%'))::date::text FROM bookings")
      let done = try await entries(#"calendar(from: "\#(today)", days: 1, kinds: [BOOKING]) { entries { \#(fields) } }"#)
      #expect(done.count == 1 && done[0]["doneAt"]?.string != nil, "\(done)")
      let other = try await ground.booked(6)
      _ = try await ground.act("cancelBooking", other, #", reason: "Ill""#, as: talk.elena)
      #expect(try await toDo().isEmpty)
      // An hour before midnight, it is an entry of two days.
      let shown = try await entries("calendar(days: 14, kinds: [BOOKING]) { entries { \(fields) } }")
      #expect(Set(shown.map { $0["id"]?.string }) == [id])
    }
  }

  @Test func `A parent is reminded of a booking`() async throws {
    try await run { ground in
      let talk = ground.talk
      try await talk.database.run("DELETE FROM reminders")
      try await talk.database.run("DELETE FROM notifications")
      let id = try await ground.booked(5)
      let made = try await talk.answer(
        #"mutation { createReminder(input: {itemId: "\#(id)", minutesBefore: 30}) { reminder { minutesBefore } } }"#, as: talk.elena)
      #expect(made.at("errors") == nil, "\(made)")
      let negative = try await talk.answer(
        #"mutation { createReminder(input: {itemId: "\#(id)", minutesBefore: -30}) { reminder { minutesBefore } } }"#, as: talk.elena)
      #expect(negative.code == "BAD_USER_INPUT")
      try await ground.shift(id, startsIn: "29 minutes")
      try await talk.database.run("UPDATE bookings SET updated_at = now() - interval '1 day'")
      try await talk.database.run("UPDATE reminders SET updated_at = now() - interval '1 day'")
      try await talk.database.run("UPDATE reminder_times SET look_at = '-infinity', looked_until = now() - interval '1 hour'")
      for _ in 0..<2 { try await talk.database.run("SELECT send_reminders(100)") }
      #expect(try await talk.text("SELECT string_agg(arguments::jsonb ->> 'title', ' ') FROM notifications WHERE kind = 'REMINDER'") == "Maths")
    }
  }

  @Test func `A family is told of open bookings that go with the account of the provider`() async throws {
    try await run { ground in
      let (talk, provider) = (ground.talk, ground.provider)
      try await talk.database.run("DELETE FROM notifications")
      _ = try await ground.booked()
      _ = try await talk.answer(#"mutation { deleteAccount(input: {confirmation: "New"}) { __typename } }"#, as: provider)
      #expect(try await talk.text("SELECT count(*)::text FROM bookings") == "0")
      #expect(try await notices(talk, as: talk.elena) == ["BOOKING_CANCELLED: Cancelled: Maths"])
    }
  }
}
