import Planning
import SQL

/// `ProviderBooking` (ME-09): the same booking as the provider sees it, with nothing of the family but its name.
enum ProviderBooking: EntityType {
  typealias Column = Booking.Column

  static let entity = Entity<Viewer>(
    "ProviderBooking", table: "bookings", scope: .account, visibility: .wholeScope, extent: .unbounded, order: [.descending("starts_at")],
    stored: [
      .signedIn: [
        "id", "service", "familyName", "startsAt", "endsAt", "note", "place", "price", "currency", "cancelledBy", "reason", "createdAt",
      ]
    ],
    resolvers: ["state": .expression(.text, access: .signedIn) { booking, _ in state(of: booking) }])

  static func state(of booking: RowReference<Viewer>) -> SQL { Booking.reading(booking, end) }

  /// As `Booking.end`, of the provider.
  static let end = Booking.boundary("bookings.state of the provider", of: "account_id", .accountID)

  /// The condition of the list of a provider, by its arguments.
  static func isListed(_ booking: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL? {
    guard arguments.isGiven("open") else { return nil }
    return "(\(state(of: booking)) IN ('PENDING', 'CONFIRMED')) = \(arguments.value("open", as: .bool))"
  }
}
