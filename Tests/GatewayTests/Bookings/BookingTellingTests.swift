import Domain
import GraphQL
import SQL
import TestSupport
import Testing

/// Each change of the table of states tells the other side, and nothing else tells anybody (ME-09).
@Suite(.serialized) struct BookingTellingTests {
  private static let database = Task { try await SchoolDatabase("booking_tellings", families: 1) }

  private func run(_ body: (BookingGround) async throws -> Void) async throws { try await BookingGround.run(Self.database, body) }

  /// The events of a viewer's notifications of bookings, the newest first.
  private func events(_ viewer: AccountViewer, _ talk: Conversation) async throws -> [String] {
    let data = try await talk.ask("{ viewer { notifications(first: 50) { kind event } } }", as: viewer)
    return (data.at("viewer", "notifications")?.array ?? []).filter { $0["kind"]?.string == "BOOKING" }.compactMap { $0["event"]?.string }
  }

  /// Those of the provider, and those of each parent, which are the same.
  private func told(_ ground: BookingGround) async throws -> (provider: [String], parents: [String]) {
    let talk = ground.talk
    let parents = try await events(talk.elena, talk)
    let others = try await events(talk.mateo, talk)
    #expect(parents == others)
    let student = try await events(talk.ada, talk)
    #expect(student == [])
    return (try await events(ground.provider, talk), parents)
  }

  private func forget(_ ground: BookingGround) async throws {
    for table in ["notifications", "account_notifications"] { try await ground.talk.database.run("DELETE FROM \(identifier: table)") }
  }

  /// A booking in a state, of which nobody has heard.
  private func booking(in state: BookingState, day: Int, hasBegun: Bool, _ ground: BookingGround) async throws -> String {
    let id = try await ground.booked(day)
    switch state {
    case .pending: break
    case .confirmed, .done: _ = try await ground.act("confirmBooking", id, as: ground.provider)
    case .cancelled: _ = try await ground.act("cancelBooking", id, #", reason: "Ill""#, as: ground.talk.elena)
    }
    if hasBegun || state == .done { try await ground.shift(id, startsIn: "-5 minutes") }
    if state == .done { _ = try await ground.act("completeBooking", id, as: ground.provider) }
    let states = try await ground.states(id)
    #expect(states == [state.rawValue, state.rawValue])
    try await forget(ground)
    return id
  }

  /// The event that an action makes, where it changes the state.
  private func event(of action: BookingAction) -> String {
    switch action {
    case .create: "BOOKING"
    case .move: "BOOKING_MOVED"
    case .confirm: "BOOKING_CONFIRMED"
    case .cancel, .decline: "BOOKING_CANCELLED"
    case .complete: "BOOKING_DONE"
    case .begin, .end: ""
    }
  }

  @Test("The other side is told of each change, and of nothing else", arguments: BookingState.allCases)
  func transitions(of state: BookingState) async throws {
    try await run { ground in
      for (number, action) in BookingAction.allCases.enumerated() {
        guard let mutation = action.mutation, action != .create else { continue }
        // A booking is done from its start on.
        let id = try await booking(in: state, day: 30 + number, hasBegun: action == .complete && state == .confirmed, ground)
        let fields =
          switch action {
          case .move: #", startsAt: "\#(BookingGround.moment(50 + number, "09:00"))", endsAt: "\#(BookingGround.moment(50 + number, "10:00"))""#
          case .cancel, .decline: #", reason: "Late""#
          default: ""
          }
        let isOfProvider = action.actor == .provider
        let answer = try await ground.act(mutation, id, fields, as: isOfProvider ? ground.provider : ground.talk.elena)
        let expected: [String]
        switch BookingTable.outcome(of: action, in: state) {
        case .move:
          #expect(answer.at("errors") == nil, "\(mutation): \(answer)")
          expected = [event(of: action)]
        case .unchanged:
          #expect(answer.at("errors") == nil, "\(mutation): \(answer)")
          expected = []
        case .conflict, .notFound:
          #expect(answer.code == "CONFLICT", "\(mutation): \(answer)")
          expected = []
        }
        let (provider, parents) = try await told(ground)
        #expect(provider == (isOfProvider ? [] : expected), "\(mutation) of \(state)")
        #expect(parents == (isOfProvider ? expected : []), "\(mutation) of \(state)")
      }
    }
  }

  @Test func `The provider is told of a new booking, and nobody else`() async throws {
    try await run { ground in
      try await forget(ground)
      _ = try await ground.booked()
      let (provider, parents) = try await told(ground)
      #expect(provider == ["BOOKING"] && parents == [])
    }
  }

  @Test func `A booking that waits again is told, also where its time stays`() async throws {
    try await run { ground in
      let id = try await booking(in: .confirmed, day: 40, hasBegun: false, ground)
      let (from, until) = (BookingGround.moment(40, "09:00"), BookingGround.moment(40, "10:00"))
      let moved = try await ground.move(id, from, until)
      #expect(moved.at("data", "moveBooking", "booking", "state")?.string == "PENDING", "\(moved)")
      let first = try await told(ground)
      #expect(first.provider == ["BOOKING_MOVED"] && first.parents == [])
      // It waits already, at the same time.
      _ = try await ground.move(id, from, until)
      let second = try await told(ground)
      #expect(second.provider == ["BOOKING_MOVED"])
      _ = try await ground.act("confirmBooking", id, as: ground.provider)
      let third = try await told(ground)
      #expect(third.parents == ["BOOKING_CONFIRMED"])
    }
  }

  @Test func `A provider is told of bookings that go with their family, as far as they stood`() async throws {
    try await run { ground in
      _ = try await booking(in: .pending, day: 41, hasBegun: false, ground)
      _ = try await booking(in: .confirmed, day: 42, hasBegun: false, ground)
      _ = try await booking(in: .cancelled, day: 43, hasBegun: false, ground)
      _ = try await booking(in: .done, day: 44, hasBegun: false, ground)
      try await ground.talk.database.run("DELETE FROM bookings")
      let (provider, parents) = try await told(ground)
      #expect(provider == ["BOOKING_CANCELLED", "BOOKING_CANCELLED"] && parents == [])
    }
  }

  @Test func `A booking that is done gives the rest of its time back`() async throws {
    try await run { ground in
      func moment(_ minutes: Int32) async throws -> String {
        try await ground.talk.text(
          "SELECT to_char(now() AT TIME ZONE 'UTC' + make_interval(mins => \(bind: .int4(minutes))), 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')")
      }
      func slots() async throws -> String { try await ground.talk.text("SELECT count(*)::text FROM provider_slots WHERE kind = 'BOOKING'") }
      let id = try await ground.booked()
      _ = try await ground.act("confirmBooking", id, as: ground.provider)
      try await ground.shift(id, startsIn: "-5 minutes", lasting: "3 hours")
      let (from, until) = (try await moment(30), try await moment(60))
      #expect(try await ground.book(from, until).code == "CONFLICT")
      #expect(try await slots() == "1")
      let done = try await ground.act("completeBooking", id, as: ground.provider)
      #expect(done.at("data", "completeBooking", "booking", "state")?.string == "DONE", "\(done)")
      #expect(try await slots() == "0")
      let other = try await ground.book(from, until)
      #expect(other.at("data", "createBooking", "booking", "state")?.string == "PENDING", "\(other)")
      #expect(try await slots() == "1")
      // The one that is done keeps its time and its price.
      #expect(try await ground.states(id) == ["DONE", "DONE"])
    }
  }
}
