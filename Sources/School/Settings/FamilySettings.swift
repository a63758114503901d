import Planning
import SQL

extension Change {
  /// The settings of the viewer's family. PostgreSQL says whether it knows a time zone.
  static let familySettings = Change(
    typeName: "Family", name: "family",
    values: { input throws(MutationFailure) in
      try input.value("timeZone", "time_zone", .text, input.timeZone("timeZone"), isRequired: true)
        + input.value(
          "repeatsOverdueNotifications", "repeats_overdue_notices", .bool,
          input.boolean("repeatsOverdueNotifications"), isRequired: true)
    },
    unknownValue: (
      "timeZone", "\"timeZone\" must be the IANA name of a time zone that there is, such as America/New_York."
    ),
    key: { _, viewer in viewer.key(.familyID) })
}
