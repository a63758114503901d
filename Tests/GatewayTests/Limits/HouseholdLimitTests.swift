import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Limits of the things that one family, provider, guest or moderator can take from others (ME-08, ME-09, ME-10, ME-14).
@Suite(.serialized) struct HouseholdLimitTests {
  private static let database = Task { try await SchoolDatabase("household_limits", families: 2) }

  private func limit(_ answer: JSONValue) -> String? { answer.at("errors", 0, "extensions", "limit")?.string }

  /// Has all counts of a kind be at their maximum.
  private func exhaust(_ kind: String, _ maximum: Int32, _ talk: Conversation) async throws {
    let counts = try await talk.database.run(
      "UPDATE attempts SET count = \(bind: .int4(maximum)) WHERE kind = \(bind: .text(kind)) RETURNING kind")
    #expect(counts.count > 0, "\(kind)")
  }

  @Test func `A family has 500 bookings with a provider that wait, and books or moves 600 times in an hour`() async throws {
    try await BookingGround.run(Self.database) { ground in
      let talk = ground.talk
      func at(_ day: Int, _ time: String) -> String { BookingGround.moment(day, time) }
      var ids: [String] = []
      for number in 0..<500 {
        let (day, hour) = (30 + number / 20, 10 + number % 20 / 2)
        let (from, until) = number % 2 == 0 ? ("\(hour):00", "\(hour):30") : ("\(hour):30", "\(hour + 1):00")
        let booked = try await ground.book(at(day, from), at(day, until))
        ids.append(try #require(booked.at("data", "createBooking", "booking", "id")?.string, "\(booked)"))
      }
      let next = try await ground.book(at(61, "10:00"), at(61, "11:00"))
      #expect(next.code == "LIMIT_EXCEEDED" && limit(next) == "pendingBookings", "\(next)")
      // A time that is taken is told first.
      #expect(try await ground.book(at(30, "10:00"), at(30, "10:30")).code == "CONFLICT")
      #expect(try await ground.move(ids[0], at(62, "10:00"), at(62, "11:00")).at("errors") == nil)
      #expect(try await ground.act("confirmBooking", ids[1], as: ground.provider).at("errors") == nil)
      #expect(try await ground.book(at(61, "10:00"), at(61, "11:00")).at("errors") == nil)
      // One that is confirmed would wait again.
      #expect(try await limit(ground.move(ids[1], at(63, "10:00"), at(63, "11:00"))) == "pendingBookings")
      let reason = #", reason: "Ill""#
      #expect(try await ground.act("cancelBooking", ids[2], reason, as: talk.elena).at("errors") == nil)
      #expect(try await ground.move(ids[1], at(63, "10:00"), at(63, "11:00")).at("errors") == nil)
      // Other families have their own.
      #expect(try await ground.book(at(64, "10:00"), at(64, "11:00"), as: talk.stranger).at("errors") == nil)

      try await exhaust("bookings", 600, talk)
      #expect(try await ground.act("cancelBooking", ids[3], reason, as: talk.elena).at("errors") == nil)
      #expect(try await limit(ground.book(at(65, "10:00"), at(65, "11:00"))) == "bookings")
      #expect(try await limit(ground.move(ids[4], at(65, "10:00"), at(65, "11:00"))) == "bookings")
      #expect(try await ground.act("cancelBooking", ids[4], reason, as: talk.elena).at("errors") == nil)
    }
  }

  @Test func `A provider adds 100 services in a day, and changes 300 times in an hour`() async throws {
    try await BookingGround.run(Self.database) { ground in
      let (talk, provider) = (ground.talk, ground.provider)
      let id = newID()
      let service = #"kind: PETS, name: "Walk", price: "9", currency: "EUR", per: VISIT"#
      _ = try await BookingGround.offered(service, id: id, as: provider, talk)
      try await exhaust("newServices", 100, talk)
      func create(_ id: String) async throws -> JSONValue {
        try await talk.answer(#"mutation { createService(input: {id: "\#(id)", \#(service)}) { service { id } } }"#, as: provider)
      }
      #expect(try await talk.answer(#"mutation { deleteService(input: {id: "\#(ground.service)"}) { id } }"#, as: provider).at("errors") == nil)
      #expect(try await limit(create(newID())) == "newServices")
      // The same service sent again is no second one.
      #expect(try await create(id).at("errors") == nil)

      try await ground.setHours("")
      try await exhaust("providerChanges", 300, talk)
      for change in [
        "setWorkingHours(input: {hours: []})", #"applyAsProvider(input: {name: "P", timeZone: "UTC"})"#,
        #"updateService(input: {id: "\#(id)", price: "10"})"#,
        #"createBusyTime(input: {from: "\#(BookingGround.moment(50, "00:00"))", until: "\#(BookingGround.moment(51, "00:00"))"})"#,
      ] {
        let refused = try await talk.answer("mutation { \(change) { __typename } }", as: provider)
        #expect(limit(refused) == "providerChanges", "\(change): \(refused)")
      }
    }
  }

  @Test func `A provider that no operator has admitted changes nothing of the directory`() async throws {
    try await BookingGround.run(Self.database) { ground in
      let talk = ground.talk
      func version() async throws -> Int { try #require(Int(try await talk.text("SELECT version::text FROM directory_versions"))) }
      let other = try await talk.newcomer()
      func write(_ busy: String) async throws {
        for change in [
          #"setWorkingHours(input: {hours: [{day: MONDAY, from: "09:00:00", until: "12:00:00"}]})"#,
          #"createBusyTime(input: {id: "\#(busy)", from: "\#(BookingGround.moment(50, "00:00"))", until: "\#(BookingGround.moment(51, "00:00"))"})"#,
          #"deleteBusyTime(input: {id: "\#(busy)"})"#,
        ] {
          let answer = try await talk.answer("mutation { \(change) { __typename } }", as: other)
          #expect(answer.at("errors") == nil, "\(change): \(answer)")
        }
      }
      let before = try await version()
      let id = try await BookingGround.applied(other, "UTC", talk)
      _ = try await BookingGround.offered(#"kind: PETS, name: "Walk", price: "9", currency: "EUR", per: VISIT"#, as: other, talk)
      try await write(newID())
      #expect(try await version() == before)
      try await BookingGround.admit(id, talk)
      let admitted = try await version()
      #expect(admitted != before)
      try await write(newID())
      #expect(try await version() == admitted + 3)
    }
  }

  @Test func `A guest adds 300 items in an hour, and the family any number`() async throws {
    try await ShoppingGround.run(Self.database) { ground in
      let list = try await ground.list()
      let guest = try await ground.guest(of: list)
      let id = newID()
      #expect(try await ground.add("Tea", to: list, id: id, as: guest).at("errors") == nil)
      try await exhaust("guestItems", 300, ground.talk)
      let refused = try await ground.add("Milk", to: list, as: guest)
      #expect(refused.code == "LIMIT_EXCEEDED" && limit(refused) == "guestItems", "\(refused)")
      // The same item sent again is no second one.
      #expect(try await ground.add("Tea", to: list, id: id, as: guest).at("errors") == nil)
      #expect(try await ground.add("Bread", to: list).at("errors") == nil)
      #expect(Set(try await ground.items(list) ?? []) == ["Tea", "Bread"])
    }
  }

  @Test func `Moderators change groups twenty times in an hour`() async throws {
    try await GroupGround.run(Self.database) { ground in
      let group = try await ground.group()
      func rename(_ name: String) async throws -> JSONValue {
        try await ground.answer(#"updateGroup(input: {id: "\#(group)", name: "\#(name)"}) { group { name } }"#, as: ground.first)
      }
      #expect(try await rename("Pool").at("errors") == nil)
      try await exhaust("groupChanges", 20, ground.talk)
      #expect(try await limit(rename("Club")) == "groupChanges")
      let shown = try await ground.talk.ask(#"{ group(id: "\#(group)") { name } }"#, as: ground.first)
      #expect(shown.at("group", "name")?.string == "Pool")
    }
  }

  @Test func `Authors change posts and comments sixty times in an hour`() async throws {
    try await GroupGround.run(Self.database) { ground in
      let group = try await ground.group()
      let post = try await ground.posted("Pool", in: group, as: ground.first)
      func rewrite(_ text: String) async throws -> JSONValue {
        try await ground.answer(#"updateGroupPost(input: {id: "\#(post)", text: "\#(text)"}) { groupPost { text } }"#, as: ground.first)
      }
      #expect(try await rewrite("Lake").at("errors") == nil)
      try await exhaust("groupEdits", 60, ground.talk)
      #expect(try await limit(rewrite("Sea")) == "groupEdits")
      #expect(try await ground.texts(group, as: ground.first) == ["Lake"])
    }
  }
}
