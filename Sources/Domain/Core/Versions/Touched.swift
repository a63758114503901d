package import SQL

/// The versions that a transaction has bumped, and the outboxes into which it has put messages. The triggers of
/// migrations/functions/core/note_touched.sql note them, whatever statement, function or cascade it was.
package struct Touched: Hashable, Sendable {
  /// The families, accounts and places of the versions.
  package private(set) var owners: [UUIDValue] = []
  /// Whether a message was written for the workers of mail and text messages.
  package private(set) var hasMessages = false
  /// Whether a push was written.
  package private(set) var hasPushes = false
  /// Whether a message to a webhook was written.
  package private(set) var hasWebhooks = false

  package init() {}

  /// The last statement of a transaction, in the round trip of COMMIT. A commit runs no trigger that notes more, but for those of
  /// `school_disclosures`.
  package static let statement = Statement(text: "SELECT current_setting('hatched.touched', true)")

  /// - Parameter rows: the answer to `statement`.
  package init(_ rows: Rows?) {
    for word in rows?.text(row: 0, column: 0)?.split(separator: " ") ?? [] {
      if let owner = UUIDValue(String(word)) {
        owners.append(owner)
      } else if MessageChannel(rawValue: String(word)) != nil {
        hasMessages = true
      } else if word == "WEBHOOK" {
        hasWebhooks = true
      } else {
        hasPushes = true
      }
    }
  }
}
