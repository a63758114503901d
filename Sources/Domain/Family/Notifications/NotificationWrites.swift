package import SQL

/// The statements of changes that may notify members: those of notifications, and those of tables whose triggers write notifications.
package enum NotificationWrites {
  private static let tables = ["notifications", "dismissals", "class_messages", "INSERT INTO members"]
  /// The beginnings of calls of functions that end dismissals.
  private static let functions = ["mark_absence", "end_enrolment"].map { "SELECT * FROM \($0)(" }

  package static func contain(_ statement: Statement) -> Bool {
    if statement.text.hasPrefix("SELECT ") { return functions.contains { statement.text.hasPrefix($0) } }
    return tables.contains { statement.text.contains($0) }
  }
}
