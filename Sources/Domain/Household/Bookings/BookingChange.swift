import GraphQL
import Planning
import SQL

/// `createBooking`, `moveBooking` and `cancelBooking` (ME-09), by parents. The family is locked, and then the provider.
enum BookingChange {
  static var create: Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let (id, service) = (try input.newID(), try input.requiredID("serviceId"))
      let time = try BookingTime(input)
      let note = try input.optionalText("note", characters: 1...2_000, lines: .many)
      let place = try input.optionalText("place", characters: 1...300, lines: .name)
      guard try await rows.isNew(id, of: Booking.self, for: input) else { return ["booking": id] }
      try await time.hold(service, for: id, input, "serviceId", rows)
      try await BookingTime.count(input, rows)
      // Triggers copy whose the service is, and its price.
      try await rows.insert(
        Booking.self, key: id,
        [
          Booking.set(.serviceID, .uuid(service)), Booking.set(.startsAt, time.startsAt), Booking.set(.endsAt, time.endsAt),
          Booking.set(.note, note.map { .text($0) } ?? .null(.text)), Booking.set(.place, place.map { .text($0) } ?? .null(.text)),
          Booking.set(.state, .text(BookingState.pending.rawValue)),
        ])
      return ["booking": id]
    }
  }

  static var move: Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let time = try BookingTime(input)
      guard let booking = try await FoundBooking.ofFamily(id, rows) else { throw input.notFound("id") }
      guard let state = try booking.state(after: .move, input) else { return ["booking": id] }
      try await time.hold(booking.service, for: id, input, "id", rows)
      try await BookingTime.count(input, rows)
      _ = try await rows.update(
        Booking.self, key: id,
        [
          Booking.set(.startsAt, time.startsAt), Booking.set(.endsAt, time.endsAt), Booking.set(.state, .text(state.rawValue)),
        ])
      return ["booking": id]
    }
  }

  static var cancel: Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let reason = try reason(input)
      guard let booking = try await FoundBooking.ofFamily(id, rows) else { throw input.notFound("id") }
      guard let state = try booking.state(after: .cancel, input) else { return ["booking": id] }
      _ = try await rows.update(Booking.self, key: id, cancelling(state, by: "FAMILY", reason))
      return ["booking": id]
    }
  }

  static func reason(_ input: MutationInput) throws(MutationFailure) -> String {
    try input.text("reason", characters: 1...1_000, lines: .many) ?? ""
  }

  static func cancelling(_ state: BookingState, by side: String, _ reason: String) -> [ColumnValue] {
    [
      Booking.set(.state, .text(state.rawValue)), Booking.set(.cancelledBy, .text(side)), Booking.set(.reason, .text(reason)),
    ]
  }
}

/// A booking as a change finds it, once it is locked.
struct FoundBooking {
  let service: UUIDValue
  /// As it reads now.
  let state: BookingState
  let hasBegun: Bool

  static func ofFamily(_ id: UUIDValue, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> FoundBooking? {
    FoundBooking(
      try await rows.found(Booking.self, columns: [.serviceID], computed: [Booking.state, isPastStart]) { "\($0[.id]) = \(bind: .uuid(id))" })
  }

  static func ofProvider(_ id: UUIDValue, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> FoundBooking? {
    FoundBooking(
      try await rows.found(ProviderBooking.self, columns: [.serviceID], computed: [ProviderBooking.state, isPastStart]) {
        "\($0[.id]) = \(bind: .uuid(id))"
      })
  }

  private init?(_ rows: Rows) {
    guard rows.count == 1, let service = rows.uuid(row: 0, column: 0),
      let state = rows.text(row: 0, column: 1).flatMap(BookingState.init(rawValue:))
    else { return nil }
    (self.service, self.state, hasBegun) = (service, state, rows.isTrue(row: 0, column: 2))
  }

  private static func isPastStart(_ booking: RowReference<Viewer>) -> SQL { "(\(booking["starts_at"]) <= now())" }

  /// The state that an action gives the booking; nil where it stays as it is.
  /// - Throws: `CONFLICT` where the table says so.
  func state(after action: BookingAction, _ input: MutationInput) throws(MutationFailure) -> BookingState? {
    switch BookingTable.outcome(of: action, in: state) {
    case .move(let state):
      if action == .complete && !hasBegun { throw conflict(action, input) }
      return state
    case .unchanged: return nil
    case .conflict: throw conflict(action, input)
    case .notFound: throw input.notFound("id")
    }
  }

  private func conflict(_ action: BookingAction, _ input: MutationInput) -> MutationFailure {
    .conflict(BookingTable.conflictMessage(of: action), at: input.path(of: "id"), version: nil)
  }
}
