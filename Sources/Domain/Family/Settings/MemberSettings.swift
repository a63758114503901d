import Planning
import SQL

/// `MemberSettings`: a member's own settings; no member sees another's.
enum MemberSettings: WritableType {
  static let entity = Entity<Viewer>(
    "MemberSettings", table: "members", scope: .family,
    visibility: .own("id", of: .memberID), extent: .small,
    stored: [.family: ["pushNotifications", "pushShowsNames", "mailNotifications", "language", "weekStart", "version"]],
    resolvers: [
      "pushQuietFrom": .column("push_quiet_from", .time, access: .family),
      "pushQuietUntil": .column("push_quiet_until", .time, access: .family),
      "pushMutedKinds": .column("push_muted_kinds", .textArray, access: .family),
      "mailMutedKinds": .column("mail_muted_kinds", .textArray, access: .family),
    ])

  static let rules = WriteRules(
    own: .memberID,
    checkViolations: [
      "members_push_quiet": (
        ["pushQuietUntil", "pushQuietFrom"], "\"pushQuietFrom\" and \"pushQuietUntil\" must be two different times, or both null."
      ),
      "members_language": (["language"], "\"language\" must be the tag of a language, such as de or de-AT."),
      "members_push_muted_kinds": (["pushMutedKinds"], "\"pushMutedKinds\" must name each kind once, and none that is never muted."),
      "members_mail_muted_kinds": (["mailMutedKinds"], "\"mailMutedKinds\" must name each kind once, and none that is never muted."),
    ])

  /// The day that the viewer's weeks begin with, as ISO 8601 numbers it: 1 is Monday.
  ///
  ///     (SELECT array_position(ARRAY['MONDAY', …], own.week_start) FROM members own WHERE own.family_id = $1 AND own.id = $2)
  static func weekStart(of row: RowReference<Viewer>) -> SQL {
    """
    (SELECT array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], \
    own.week_start) FROM members own WHERE own.family_id = \(row.viewer(.familyID)) AND own.id = \(row.viewer(.memberID)))
    """
  }
}
