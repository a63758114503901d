import Planning
import SQL

/// `Provider` (ME-08): an account that offers services. All signed-in accounts see it once an operator has admitted it.
enum Provider: EntityType {
  enum Column: String, ColumnName {
    case id, name, text, area, languages
    case accountID = "account_id"
    case directoryID = "directory_id"
    case isListed = "is_listed"
    case timeZone = "time_zone"
    case hourDays = "hour_days"
    case hourStarts = "hour_starts"
    case hourEnds = "hour_ends"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("providers_once", "the account is locked, and is no provider yet"),
    .unreachable("providers_name", "the input has the same bounds"),
    .unreachable("providers_text", "the input has the same bounds"),
    .unreachable("providers_area", "the input has the same bounds"),
    .unreachable("providers_languages", "the input has the same bounds"),
    .unreachable("providers_listed", "the operator's command writes both"),
    .unreachable("providers_hours", "the input has the same bounds"),
    .unreachable("providers_hour_days", "the enum has the same values"),
  ]

  static let entity = Entity<Viewer>(
    "Provider", table: "providers", scope: .directory, visibility: .wholeScope, extent: .unbounded, order: [.ascending("name")],
    version: VersionScope.directory, stored: [.signedIn: ["id", "name", "text", "area", "timeZone"]],
    resolvers: [
      "languages": .column("languages", .textArray, access: .signedIn),
      "workingHours": .toMany(key: "provider_id", access: .signedIn),
      "services": .toMany(key: "provider_id", access: .signedIn) { service, _ in "\(service["ended_at"]) IS NULL" },
      "freeTimes": .toMany(key: "provider_id", access: .signedIn),
    ])
}
