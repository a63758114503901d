import Planning
import SQL

/// `MemberSettings`: what a member set for itself; nobody sees another's.
enum MemberSettings: EntityType {
  static let entity = Entity<Viewer>(
    "MemberSettings", table: "members", scope: .family,
    visibility: .own("id", of: .memberID), extent: .small,
    stored: [.family: ["pushNotifications", "weekStart", "version"]])

  static let mutations = EntityMutations(
    of: entity, name: "settings",
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
