import SQL

extension SampleFamily {
  /// One of a family, to a host that nobody has.
  static let webhooks = TableOutline(
    name: "webhooks", columns: ["family_id", "id", "member_id", "url", "kinds", "is_active", "failure", "created_at", "updated_at"],
    rowCount: { _ in 1 },
    write: { family, number, text in
      let row = family.identity(.webhook, number)
      text.appendRow(
        family.id, row.id, family.identity(.member, 0).id, "https://home.example.org/\(family.index)", "{TASK_DONE,SHOPPING_CHANGED}", false,
        "The host cannot be reached.", row.created, row.created)
    })

  /// One that was sent, and one that was given up.
  static let webhookDeliveries = TableOutline(
    name: "webhook_deliveries",
    columns: ["family_id", "id", "webhook_id", "type", "data", "state", "attempts", "last_status", "ended_at", "created_at"],
    rowCount: { _ in 2 },
    write: { family, number, text in
      let row = family.identity(.webhookDelivery, number)
      let webhook = family.identity(.webhook, 0).id
      let status: String? = number == 0 ? "204" : nil
      text.appendRow(
        family.id, row.id, webhook, "test", "{\"webhookId\": \"\(webhook)\"}", number == 0 ? "SENT" : "FAILED", number == 0 ? "1" : "10", status,
        row.created + Moment.hour, row.created)
    })
}
