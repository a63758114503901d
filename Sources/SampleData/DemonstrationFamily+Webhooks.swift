import SQL

extension DemonstrationFamily {
  /// The smart home of the Riveras, which is not there: the webhook is not active.
  var webhookTables: [SampleTable] { [webhooksTable, webhookDeliveriesTable] }

  private var webhooksTable: SampleTable {
    table(
      "webhooks", ["family_id", "id", "member_id", "url", "kinds", "is_active", "failure", "created_at", "updated_at"],
      ["https://home.example.org/hook"]
    ) { [created] url, text in
      text.appendRow(
        Self.id, Self.key(.webhook, 1), DemonstrationPerson.elena.id, url, "{TASK_DONE,EVENT_STARTED,SHOPPING_CHANGED}", false,
        "The host answers with the status 410: it wants no more messages.", created, created)
    }
  }

  private var webhookDeliveriesTable: SampleTable {
    table(
      "webhook_deliveries",
      ["family_id", "id", "webhook_id", "type", "data", "state", "attempts", "last_status", "ended_at", "created_at"],
      Array([("SENT", "204"), ("FAILED", "410")].enumerated())
    ) { [created] numbered, text in
      let (index, (state, status)) = numbered
      let made = created + (index + 1) * Moment.hour
      text.appendRow(
        Self.id, Self.key(.webhookDelivery, index + 1), Self.key(.webhook, 1), "shopping.changed",
        "{\"shoppingListId\": \"\(Self.shoppingListID)\"}", state, "1", status, made, made)
    }
  }
}
