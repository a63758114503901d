import Planning
import SQL

/// `WebhookDelivery` (ME-17): a message to a webhook. Functions of the database alone write them.
enum WebhookDelivery: EntityType {
  static let entity = Entity<Viewer>(
    "WebhookDelivery", table: "webhook_deliveries", scope: .family, visibility: .parents, extent: .unbounded,
    quota: Quota(rows: 100_000, bytes: 24 << 20), order: [.descending("created_at")], isVersioned: false,
    stored: [.family: ["id", "type", "state", "attempts", "lastStatus", "nextAttemptAt", "createdAt"]])
}
