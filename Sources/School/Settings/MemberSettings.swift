import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `MemberSettings`: what a member set for itself; nobody sees another's.
  static var memberSettings: Entity {
    Entity(
      "MemberSettings", table: "members", scope: .family,
      visibility: Visibility { _, row in "\(row["id"]) = \(row.viewer(.memberID))" }, extent: .small,
      resolvers: [
        "pushNotifications": .column("push_notifications", .bool, access: .family),
        "weekStart": .column("week_start", .text, access: .family),
        "version": .column("version", .int4, access: .family),
      ])
  }
}

extension EntityMutations {
  /// What a member sets for itself.
  static let memberSettings = EntityMutations(
    typeName: "MemberSettings", name: "settings",
    values: { input throws(MutationFailure) in
      try input.value(
        "pushNotifications", "push_notifications", .bool, input.boolean("pushNotifications"), isRequired: true)
        + input.value("weekStart", "week_start", .text, input.enumValue("weekStart").map { .text($0) }, isRequired: true)
    },
    access: .members, key: { _, viewer in viewer.key(.memberID) })
}

extension Viewer {
  /// The key that an attribute holds; nil without one.
  func key(_ attribute: Attribute) -> UUIDValue? {
    if case .uuid(let key) = value(of: attribute) { key } else { nil }
  }
}
