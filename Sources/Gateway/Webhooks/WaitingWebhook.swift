import Mail
package import SQL

/// A message to a webhook that a worker has claimed.
package struct WaitingWebhook: Identifiable, Sendable {
  package let id: UUIDValue
  package let family: UUIDValue
  package let url: String
  /// As in `task.done`.
  package let type: String
  /// A JSON object with ids.
  package let data: String
  /// The time of the event: `2026-09-07T08:30:00.000000Z`.
  package let notedAt: String
  /// In base64, the current one first.
  package let secrets: [String]
  /// Whether the last receiver of the family stalled.
  package let isSlow: Bool

  /// A row of `claim_webhooks`; nil if a column has an unknown value.
  init?(_ rows: Rows, _ row: Int) {
    guard let family = rows.uuid(row: row, column: 0), let id = rows.uuid(row: row, column: 1), let url = rows.text(row: row, column: 2),
      let type = rows.text(row: row, column: 3), let data = rows.text(row: row, column: 4), let notedAt = rows.text(row: row, column: 5)
    else { return nil }
    self.id = id
    self.family = family
    self.url = url
    self.type = type
    self.data = data
    self.notedAt = notedAt
    secrets = rows.text(row: row, column: 6)?.split(separator: " ").map { String($0) } ?? []
    isSlow = rows.withCell(row: row, column: 7) { $0.first == 1 }
  }

  /// The message as Standard Webhooks 1.0 has it: the same id and body at every try, with a signature for each secret.
  ///
  ///     webhook-id: 0198a1b2-…
  ///     webhook-timestamp: 1785312000
  ///     webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4= v1,…
  ///
  ///     {"type":"task.done","timestamp":"2026-09-07T08:30:00.000000Z","data":{"taskId": "…"}}
  ///
  /// - Parameter now: the time of the try, in seconds since 1970.
  func request(at now: Int64) -> WebhookRequest {
    let body = Array(#"{"type":"\#(type)","timestamp":"\#(notedAt)","data":\#(data)}"#.utf8)
    let signatures = secrets.compactMap { WebhookSecret("whsec_\($0)")?.signature(id: "\(id)", timestamp: now, body: body) }
    return WebhookRequest(
      url: url,
      headers: [
        ("content-type", "application/json"), ("user-agent", "HatchEd-Gateway"), ("webhook-id", "\(id)"), ("webhook-timestamp", "\(now)"),
        ("webhook-signature", signatures.joined(separator: " ")),
      ],
      body: body)
  }
}
