import Domain
import Foundation
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Providers, their services and their times (ME-08).
@Suite(.serialized) struct ServiceTests {
  private static let database = Task { try await SchoolDatabase("services", families: 1) }

  private func run(_ body: (BookingGround) async throws -> Void) async throws { try await BookingGround.run(Self.database, body) }

  private func names(_ arguments: String, as viewer: AccountViewer, _ talk: Conversation) async throws -> [String] {
    let list = arguments.isEmpty ? "services" : "services(\(arguments))"
    return try await talk.ask("{ \(list) { name provider { name } } }", as: viewer).at("services")?.array?.compactMap { $0["name"]?.string } ?? []
  }

  @Test func `Others see a provider once an operator has admitted it`() async throws {
    try await run { ground in
      let talk = ground.talk
      let other = try await talk.newcomer()
      let id = try await BookingGround.applied(other, "UTC", talk, "")
      let service = try await BookingGround.offered(#"kind: PETS, name: "Secret walk", price: "9", currency: "EUR", per: VISIT"#, as: other, talk)
      for viewer in [talk.elena, talk.ada, ground.provider] {
        #expect(try await talk.ask(#"{ provider(id: "\#(id)") { name } node(id: "\#(service)") { id } }"#, as: viewer).at("provider") == .null)
        #expect(try await talk.ask(#"{ node(id: "\#(service)") { id } }"#, as: viewer).at("node") == .null)
        #expect(try await names(#"text: "secret""#, as: viewer, talk) == [])
      }
      let from = BookingGround.moment(20, "09:00")
      #expect(try await ground.book(from, BookingGround.moment(20, "10:00"), service: service).code == "NOT_FOUND")
      let own = try await talk.ask("{ viewer { providerPlace { isAdmitted provider { name services { name } } } } }", as: other)
      #expect(own.at("viewer", "providerPlace", "isAdmitted") == .bool(false))
      #expect(own.at("viewer", "providerPlace", "provider", "services", 0, "name")?.string == "Secret walk")
      #expect(try await talk.ask("{ viewer { providerPlace { isAdmitted } } }", as: talk.elena).at("viewer", "providerPlace") == .null)
      try await BookingGround.admit(id, talk)
      #expect(try await names(#"text: "SECRET""#, as: talk.ada, talk) == ["Secret walk"])
      #expect(try await ground.book(from, BookingGround.moment(20, "10:00"), service: service).at("errors") == nil)
      try await BookingGround.admit(id, isListed: false, talk)
      #expect(try await names(#"text: "secret""#, as: talk.elena, talk) == [])
      #expect(try await ground.book(BookingGround.moment(21, "09:00"), BookingGround.moment(21, "10:00"), service: service).code == "NOT_FOUND")
      // A booking shows its service all the same.
      let booked = try await talk.ask("{ family { bookings { service { name provider { name } } } } }", as: talk.ada)
      #expect(booked.at("family", "bookings", 0, "service", "name")?.string == "Secret walk", "\(booked)")
    }
  }

  @Test func `The directory is filtered by text, kind, area and language`() async throws {
    try await run { ground in
      let (talk, elena) = (ground.talk, ground.talk.elena)
      _ = try await BookingGround.offered(
        #"kind: GARDEN, name: "Hedges", text: "And trees.", price: "40", currency: "EUR", per: VISIT"#, as: ground.provider, talk)
      #expect(try await names(#"area: "mitte", language: "DE""#, as: elena, talk) == ["Hedges", "Maths"])
      #expect(try await names(#"area: "mitte", kind: GARDEN"#, as: elena, talk) == ["Hedges"])
      #expect(try await names(#"area: "mitte", text: "TREES""#, as: elena, talk) == ["Hedges"])
      #expect(try await names(#"area: "mitte", text: "robin's""#, as: elena, talk) == ["Hedges", "Maths"])
      #expect(try await names(#"area: "mitte", language: "fr""#, as: elena, talk) == [])
      #expect(try await names(#"area: "mitte", language: "en-gb", kind: null, text: null"#, as: elena, talk) == ["Hedges", "Maths"])
      #expect(try await talk.answer("{ services { name } }", as: nil).code == "UNAUTHENTICATED")
    }
  }

  @Test func `Services have a price in their minor unit, and end`() async throws {
    try await run { ground in
      let (talk, provider) = (ground.talk, ground.provider)
      func create(_ price: String, _ currency: String) async throws -> JSONValue {
        try await talk.answer(
          #"mutation { createService(input: {kind: OTHER, name: "S", price: "\#(price)", currency: "\#(currency)", per: HOUR}) { service { price } } }"#,
          as: provider)
      }
      for (price, currency) in [("10.005", "EUR"), ("100.5", "JPY"), ("0", "EUR"), ("-1", "EUR"), ("1.2345", "KWD")] {
        #expect(try await create(price, currency).code == "BAD_USER_INPUT", "\(price) \(currency)")
      }
      #expect(try await create("5", "EUR").at("data", "createService", "service", "price")?.string == "5.00")
      #expect(try await create("1.234", "KWD").at("data", "createService", "service", "price")?.string == "1.234")
      func update(_ fields: String, as viewer: AccountViewer) async throws -> JSONValue {
        try await talk.answer(#"mutation { updateService(input: {id: "\#(ground.service)", \#(fields)}) { service { name price version } } }"#, as: viewer)
      }
      #expect(try await update(#"price: "20""#, as: provider).at("data", "updateService", "service", "price")?.string == "20.00")
      #expect(try await update(#"price: "20.001""#, as: provider).code == "BAD_USER_INPUT")
      for viewer in [talk.elena, talk.ada, try await talk.newcomer()] {
        #expect(try await update(#"name: "Mine""#, as: viewer).code == "NOT_FOUND")
        #expect(try await talk.answer(#"mutation { deleteService(input: {id: "\#(ground.service)"}) { id } }"#, as: viewer).code == "NOT_FOUND")
      }
      let booking = try await ground.booked()
      #expect(try await talk.answer(#"mutation { deleteService(input: {id: "\#(ground.service)"}) { id } }"#, as: provider).at("errors") == nil)
      #expect(try await talk.answer(#"mutation { deleteService(input: {id: "\#(ground.service)"}) { id } }"#, as: provider).code == "NOT_FOUND")
      #expect(try await names(#"text: "maths", area: "mitte""#, as: talk.elena, talk) == [])
      #expect(try await ground.book(BookingGround.moment(40, "09:00"), BookingGround.moment(40, "10:00")).code == "NOT_FOUND")
      let kept = try await talk.ask(#"{ booking(id: "\#(booking)") { service { name } } }"#, as: talk.elena)
      #expect(kept.at("booking", "service", "name")?.string == "Maths")
    }
  }

  @Test func `Nobody but a provider writes services and times, and a member of a family becomes none`() async throws {
    try await run { ground in
      let talk = ground.talk
      let documents = [
        #"mutation { createService(input: {kind: PETS, name: "S", price: "1", currency: "EUR", per: VISIT}) { service { id } } }"#,
        "mutation { setWorkingHours(input: {hours: []}) { providerPlace { isAdmitted } } }",
        #"mutation { createBusyTime(input: {from: "2031-03-08T00:00:00Z", until: "2031-03-09T00:00:00Z"}) { busyTime { from } } }"#,
      ]
      for viewer in [talk.elena, talk.ada, try await talk.newcomer()] {
        for document in documents { #expect(try await talk.answer(document, as: viewer).code == "FORBIDDEN", "\(document)") }
      }
      for viewer in [talk.elena, talk.ada] {
        #expect(try await talk.answer(#"mutation { applyAsProvider(input: {name: "P", timeZone: "UTC"}) { providerPlace { isAdmitted } } }"#, as: viewer).code == "FORBIDDEN")
      }
      let again = try await BookingGround.applied(ground.provider, "Europe/Paris", talk, "")
      #expect(again == ground.providerID)
      let seen = try await talk.ask(#"{ provider(id: "\#(again)") { timeZone area languages } }"#, as: talk.elena)
      #expect(seen.at("provider", "timeZone")?.string == "Europe/Paris" && seen.at("provider", "area") == .null)
      let zone = try await talk.answer(
        #"mutation { applyAsProvider(input: {name: "P", timeZone: "Mars/Base"}) { providerPlace { isAdmitted } } }"#, as: ground.provider)
      #expect(zone.code == "BAD_USER_INPUT" && zone.inputPath == "input.timeZone", "\(zone)")
      let language = try await talk.answer(
        #"mutation { applyAsProvider(input: {name: "P", timeZone: "UTC", languages: ["d!"]}) { providerPlace { isAdmitted } } }"#, as: ground.provider)
      #expect(language.code == "BAD_USER_INPUT", "\(language)")
    }
  }

  @Test func `A provider comes into no family`() async throws {
    try await run { ground in
      let talk = ground.talk
      let invited = try await talk.ask("mutation { createInvitation(input: {role: PARENT}) { code } }", as: talk.elena)
      let code = try #require(invited.at("createInvitation", "code")?.string, "\(invited)")
      let family = try await talk.text("SELECT code FROM families WHERE family_id = \(bind: .uuid(DemonstrationFamily.id))")
      // One that asked before it became a provider is let in by nobody.
      let applicant = try await talk.newcomer()
      let asked = try await talk.answer(#"mutation { requestToJoinFamily(input: {code: "\#(family)"}) { status } }"#, as: applicant)
      #expect(asked.at("data", "requestToJoinFamily", "status")?.string == "PENDING", "\(asked)")
      _ = try await BookingGround.applied(applicant, "UTC", talk)
      let request = try await talk.text("SELECT id::text FROM join_requests WHERE account_id = \(bind: .uuid(applicant.accountID))")
      #expect(try await talk.answer(#"mutation { confirmJoinRequest(input: {id: "\#(request)"}) { __typename } }"#, as: talk.elena).code == "NOT_FOUND")
      for change in [
        #"createFamily(input: {name: "Own"})"#, #"acceptInvitation(input: {code: "\#(code)"})"#, #"requestToJoinFamily(input: {code: "\#(family)"})"#,
      ] {
        let refused = try await talk.answer("mutation { \(change) { __typename } }", as: ground.provider)
        #expect(refused.code == "FORBIDDEN", "\(change): \(refused)")
      }
      // It is notified of bookings as before.
      _ = try await ground.booked()
      let told = try await talk.ask("{ viewer { notifications { event } } }", as: ground.provider)
      #expect(told.at("viewer", "notifications", 0, "event")?.string == "BOOKING", "\(told)")
    }
  }

  @Test func `An id of a service or a busy time is one provider's`() async throws {
    try await run { ground in
      let talk = ground.talk
      let other = try await talk.newcomer()
      _ = try await BookingGround.applied(other, "UTC", talk)
      let input = #"kind: PETS, name: "S", price: "1", currency: "EUR", per: VISIT"#
      let id = try await BookingGround.offered(input, as: ground.provider, talk)
      let same = try await talk.answer(#"mutation { createService(input: {id: "\#(id)", \#(input)}) { service { id } } }"#, as: ground.provider)
      #expect(same.at("errors") == nil)
      for (fields, viewer) in [(#"kind: PETS, name: "T", price: "1", currency: "EUR", per: VISIT"#, ground.provider), (input, other)] {
        let refused = try await talk.answer(#"mutation { createService(input: {id: "\#(id)", \#(fields)}) { service { id } } }"#, as: viewer)
        #expect(refused.code == "CONFLICT" && refused.inputPath == "input.id", "\(refused)")
      }
      let (busy, from, until) = (newID(), BookingGround.moment(50, "00:00"), BookingGround.moment(51, "00:00"))
      func take(_ until: String, as viewer: AccountViewer) async throws -> JSONValue {
        try await talk.answer(
          #"mutation { createBusyTime(input: {id: "\#(busy)", from: "\#(from)", until: "\#(until)"}) { busyTime { from until } } }"#, as: viewer)
      }
      for _ in 0..<2 { #expect(try await take(until, as: ground.provider).at("data", "createBusyTime", "busyTime", "from")?.string == from.replacing("Z", with: ".000Z")) }
      #expect(try await take(BookingGround.moment(52, "00:00"), as: ground.provider).code == "CONFLICT")
      #expect(try await take(until, as: other).code == "CONFLICT")
    }
  }

  @Test func `Free times are the working hours over the changes of the clock, less what is taken`() async throws {
    try await run { ground in
      _ = try await BookingGround.applied(ground.provider, "America/New_York", ground.talk)
      try await ground.setHours("{day: SUNDAY, from: \"13:00:00\", until: \"18:00:00\"}")
      // B4: the clocks go forward.
      let forward = try BookingGround.days(from: 9, in: "America/New_York") { noon, calendar in
        let zone = calendar.timeZone
        return zone.secondsFromGMT(for: noon) > zone.secondsFromGMT(for: noon.addingTimeInterval(-86_400))
      }
      func day(_ days: Int) -> String { String(BookingGround.moment(forward + days, "00:00").prefix(10)) }
      #expect(try await ground.freeTimes(#"from: "\#(day(0))", days: 1"#) == ["\(day(0))T17:00:00.000Z \(day(0))T22:00:00.000Z"])
      #expect(try await ground.freeTimes(#"from: "\#(day(-1))", days: 1"#) == [])
      #expect(try await ground.freeTimes(#"from: "\#(day(-7))", days: 8"#) == [
        "\(day(-7))T18:00:00.000Z \(day(-7))T23:00:00.000Z", "\(day(0))T17:00:00.000Z \(day(0))T22:00:00.000Z",
      ])
      // The union of two, one of them over midnight.
      try await ground.setHours(#"{day: SATURDAY, from: "22:00:00", until: "02:00:00"}, {day: SUNDAY, from: "01:00:00", until: "09:00:00"}"#)
      #expect(try await ground.freeTimes(#"from: "\#(day(-8))", days: 2"#) == ["\(day(-7))T03:00:00.000Z \(day(-7))T14:00:00.000Z"])
      #expect(try await ground.freeTimes(#"from: "\#(day(-7))", days: 1"#) == ["\(day(-7))T05:00:00.000Z \(day(-7))T14:00:00.000Z"])
      // Without hours, always.
      try await ground.setHours("")
      #expect(try await ground.freeTimes(#"from: "\#(day(0))", days: 1"#) == ["\(day(0))T05:00:00.000Z \(day(1))T04:00:00.000Z"])
      let busy = try await ground.talk.answer(
        #"mutation { createBusyTime(input: {from: "\#(day(0))T10:00:00Z", until: "\#(day(0))T12:00:00Z"}) { busyTime { until } } }"#,
        as: ground.provider)
      #expect(busy.at("errors") == nil, "\(busy)")
      #expect(try await ground.book("\(day(0))T12:00:00Z", "\(day(0))T13:00:00Z").at("errors") == nil)
      #expect(try await ground.freeTimes(#"from: "\#(day(0))", days: 1"#) == [
        "\(day(0))T05:00:00.000Z \(day(0))T10:00:00.000Z", "\(day(0))T13:00:00.000Z \(day(1))T04:00:00.000Z",
      ])
      let own = try await ground.talk.ask("{ viewer { providerPlace { busyTimes { id from until } } } }", as: ground.provider)
      let id = try #require(own.at("viewer", "providerPlace", "busyTimes", 0, "id")?.string)
      #expect(own.at("viewer", "providerPlace", "busyTimes")?.array?.count == 1)
      #expect(try await ground.talk.answer(#"mutation { deleteBusyTime(input: {id: "\#(id)"}) { id } }"#, as: ground.talk.elena).code == "NOT_FOUND")
      #expect(try await ground.talk.answer(#"mutation { deleteBusyTime(input: {id: "\#(id)"}) { id } }"#, as: ground.provider).at("errors") == nil)
      #expect(try await ground.freeTimes(#"from: "\#(day(0))", days: 1"#).first == "\(day(0))T05:00:00.000Z \(day(0))T12:00:00.000Z")
      #expect(try await ground.freeTimes("days: 2").count == 1)
      #expect(try await ground.talk.answer(#"{ provider(id: "\#(ground.providerID)") { freeTimes(days: 201) { from } } }"#, as: ground.talk.elena).at("errors") != nil)
    }
  }
}
