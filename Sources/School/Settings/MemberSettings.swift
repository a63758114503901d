import Planning
import SQL

/// `MemberSettings`: what a member set for itself; nobody sees another's.
enum MemberSettings: WritableType {
  static let entity = Entity<Viewer>(
    "MemberSettings", table: "members", scope: .family,
    visibility: .own("id", of: .memberID), extent: .small,
    stored: [.family: ["pushNotifications", "weekStart", "version"]])

  static let rules = WriteRules(own: .memberID)
}
