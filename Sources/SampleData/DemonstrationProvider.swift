package import SQL

/// The provider of services to the demonstration family: an account that is in no family.
package enum DemonstrationProvider {
  package static let name = "Robin Vale"
  static let email = "robin@vale.example.com"
  package static let accountID = DemonstrationFamily.key(.account, 16)
  package static let sessionID = DemonstrationFamily.key(.session, 16)
  package static let id = DemonstrationFamily.key(.provider, 1)
  /// Lessons, by the hour.
  package static let lessonsID = DemonstrationFamily.key(.service, 1)
  /// Lessons that are confirmed.
  package static let bookingID = DemonstrationFamily.key(.booking, 1)

  /// The directory of providers: `Viewer.directoryID` of the domain.
  static let directoryID = UUIDValue(high: 0, low: 0xd1d1)
}
