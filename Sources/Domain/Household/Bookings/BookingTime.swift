import GraphQL
import Planning
import SQL

/// The time of a booking that an input gives. `hold_slot()` of the database compares it with the times of the provider.
struct BookingTime {
  static let taken = "The provider is not free at this time: see Provider.freeTimes."

  let startsAt: SQLValue
  let endsAt: SQLValue

  init(_ input: MutationInput) throws(MutationFailure) {
    guard let startsAt = try input.dateTime("startsAt") else { throw input.notFound("startsAt") }
    guard let endsAt = try input.dateTime("endsAt") else { throw input.notFound("endsAt") }
    (self.startsAt, self.endsAt) = (startsAt, endsAt)
  }

  /// Holds the provider of a service, and refuses a time that a booking may not have. The family is locked.
  /// - Parameter name: the field of the input that names the service, or the booking.
  func hold(
    _ service: UUIDValue, for booking: UUIDValue, _ input: MutationInput, _ name: String, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    switch try await rows.call(.holdSlot(service: service, booking: booking, startsAt: startsAt, endsAt: endsAt)) {
    case .free: return
    case .none: throw input.notFound(name)
    case .length: throw .invalid("A booking takes from 15 minutes to 72 hours.", at: input.path(of: "endsAt"))
    case .past: throw .invalid("\"startsAt\" must not be in the past.", at: input.path(of: "startsAt"))
    case .far: throw .invalid("\"startsAt\" must be within 400 days.", at: input.path(of: "startsAt"))
    case .closed:
      throw .conflict("The provider does not work at this time: see Provider.workingHours.", at: input.path(of: "startsAt"), version: nil)
    case .taken: throw .conflict(Self.taken, at: input.path(of: "startsAt"), version: nil)
    case .limit:
      throw .refused(
        "A family has at most 500 bookings with a provider that are PENDING: wait until it answers, or cancel one.", code: .limitExceeded,
        at: input.place, extensions: [.init("limit", .string("pendingBookings")), .init("maximum", .number("500"))])
    }
  }

  /// Counts a time that a family asks for: each is a notice to the provider. The family is locked.
  static func count(_ input: MutationInput, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    try await rows.count(
      "bookings", "bookings", by: rows.viewer.membership?.familyID.description ?? "", atMost: 600, within: 3_600, at: input.place)
  }
}
