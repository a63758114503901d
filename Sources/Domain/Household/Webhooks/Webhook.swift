import Planning
import SQL

/// `Webhook` (ME-17): parents see all of the family. The secrets are in a table of their own, which background work alone reads.
enum Webhook: WritableType {
  enum Column: String, ColumnName {
    case id, url, kinds, failure
    case memberID = "member_id"
    case isActive = "is_active"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("webhooks_member", "the viewer is a member, and holds the family"),
    .unreachable("webhooks_kinds", "an enum of the input has the values, each once"),
    .unreachable("webhooks_failure", "finish_webhook() cuts it off"),
  ]

  static let entity = Entity<Viewer>(
    "Webhook", table: "webhooks", scope: .family, visibility: .parents, extent: .small,
    quota: Quota(rows: 50, bytes: 1 << 20), order: [.ascending("created_at")],
    stored: [.family: ["id", "url", "isActive", "failure", "createdAt", "updatedAt", "version"]],
    resolvers: [
      "kinds": .column("kinds", .textArray, access: .family),
      "deliveries": .toMany(access: .family),
    ])
}
