import Planning
import SQL

/// `ProviderPlace` (ME-08): the provider that the viewer is.
enum ProviderPlace: EntityType {
  typealias Column = Provider.Column

  static let entity = Entity<Viewer>(
    "ProviderPlace", table: "providers", scope: .account, visibility: .wholeScope, extent: .small,
    resolvers: [
      "provider": .toOne(foreignKey: "id", access: .signedIn),
      "isAdmitted": .column("is_listed", .bool, access: .signedIn),
      "bookings": .toMany(key: "provider_id", access: .signedIn, where: ProviderBooking.isListed),
      "busyTimes": .toMany(key: "provider_id", access: .signedIn),
    ])

  /// The viewer's place.
  static var own: Resolver<Viewer> {
    .lookup(access: .signedIn) { _, viewer in
      "(SELECT own.id FROM providers own WHERE own.account_id = \(viewer(.accountID)))"
    }
  }
}
