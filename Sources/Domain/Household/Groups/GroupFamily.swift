import Planning
import SQL

/// `GroupFamily` (ME-14): a family as the others in its group see it. Nothing leads to the family.
enum GroupFamily: EntityType {
  static let constraints: [ConstraintRule] = [
    .unreachable("group_families_group", "a function writes it, which holds the group"),
    .unreachable("group_families_display_name", "the input has the same bounds"),
  ]

  static let entity = Entity<Viewer>(
    "GroupFamily", table: "group_families", scope: .groupFamily, visibility: .wholeScope, extent: .small,
    order: [.ascending("display_name")], stored: [.signedIn: ["id", "displayName", "isModerator"]],
    resolvers: [
      "isBlocked": .expression(.bool, access: .signedIn) { family, _ in
        """
        EXISTS (SELECT 1 FROM group_hidings blocks WHERE blocks.family_id = \(family.viewer(.familyID)) \
        AND blocks.hidden_id = \(family["id"]) AND blocks.cause = 'BLOCK')
        """
      }
    ])
}
