import Planning
import SQL

/// The calendar of the viewer's family: days begin and end where it lives, never where the server stands.
enum FamilyCalendar {
  /// The family's time zone.
  ///
  ///     (SELECT home.time_zone FROM families home WHERE home.family_id = $1)
  static func timeZone(_ viewer: (Viewer.Attribute) -> SQL) -> SQL {
    "(SELECT home.time_zone FROM families home WHERE home.family_id = \(viewer(.familyID)))"
  }

  /// The day that it is now in the family's time zone. It changes at `Boundary.familyMidnight`.
  ///
  ///     (now() AT TIME ZONE home.time_zone)::date
  static func today(in timeZone: SQL) -> SQL { "(\(now: .familyMidnight) AT TIME ZONE \(timeZone))::date" }

  /// The day that an argument names; without it, today.
  static func day(_ argument: String, of arguments: ArgumentReferences, in timeZone: SQL) -> SQL {
    arguments.isGiven(argument) ? arguments.value(argument, as: .date) : today(in: timeZone)
  }
}
