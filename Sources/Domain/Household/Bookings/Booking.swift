import Planning
import SQL

/// `Booking` (ME-09): a service that a family has booked, as its members see it. `booking_state()` says how its state reads.
enum Booking: EntityType {
  enum Column: String, ColumnName {
    case id, note, place, state, reason
    case accountID = "account_id"
    case providerID = "provider_id"
    case serviceID = "service_id"
    case startsAt = "starts_at"
    case endsAt = "ends_at"
    case cancelledBy = "cancelled_by"
    case doneAt = "done_at"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("bookings_service", ["serviceId"]),
    .conflict("provider_slots_free", ["startsAt", "from", "endsAt", "until"], BookingTime.taken),
    .unreachable("bookings_service_name", "a trigger copies the name of the service, which has the same bounds"),
    .unreachable("bookings_family_name", "a trigger copies the name of the family, which has the same bounds"),
    .unreachable("bookings_span", "hold_slot() refuses others before"),
    .unreachable("bookings_note", "the input has the same bounds"),
    .unreachable("bookings_place", "the input has the same bounds"),
    .unreachable("bookings_state", "the table of bookings has the states"),
    .unreachable("bookings_per", "a trigger copies it from the service"),
    .unreachable("bookings_price", "a trigger computes it from the price of the service, which is above 0"),
    .unreachable("bookings_side", "the server writes one of its words"),
    .unreachable("bookings_reason", "the input has the same bounds"),
    .unreachable("bookings_end", "the server writes the state with what belongs to it"),
  ]

  static let entity = Entity<Viewer>(
    "Booking", table: "bookings", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 20_000, bytes: 16 << 20), order: [.descending("starts_at")],
    stored: [
      .family: [
        "id", "service", "startsAt", "endsAt", "note", "place", "price", "currency", "cancelledBy", "reason", "createdAt", "updatedAt",
        "version",
      ]
    ],
    resolvers: ["state": .expression(.text, access: .family) { booking, _ in state(of: booking) }])

  /// The state as it reads now. It changes at `end`.
  static func state(of booking: RowReference<Viewer>) -> SQL { reading(booking, end) }

  static func reading(_ booking: RowReference<Viewer>, _ boundary: Boundary) -> SQL {
    """
    \(unescaped: "booking_state", reading: .clock(boundary))(\
    \(booking["state"]), \(booking["starts_at"]), \(booking["ends_at"]))
    """
  }

  /// The next start of a booking that nobody has confirmed, or end of one that somebody has, of the family.
  static let end = boundary("bookings.state", of: "family_id", .familyID)

  /// - Parameters:
  ///   - owner: the column that says whose the bookings are.
  ///   - attribute: the value of the viewer that it has to equal.
  static func boundary(_ name: String, of owner: String, _ attribute: Viewer.Attribute) -> Boundary {
    func next(_ column: String, _ state: BookingState) -> SQL {
      """
      (SELECT min(ends.\(identifier: column)) FROM bookings ends WHERE ends.\(identifier: owner) = \(attribute.inScope) \
      AND ends.state = '\(unescaped: state.rawValue)' AND ends.\(identifier: column) > now())
      """
    }
    return Boundary(name, next: "least(\(next("starts_at", .pending)), \(next("ends_at", .confirmed)))")
  }
}
