import SQL
import TestSupport

extension SchoolDatabase {
  /// Calls `forget_content` until it finds nothing more, as the worker does. It removes rows of one table a call.
  func forgetContent() async throws {
    while try await run("SELECT forget_content(100)").int4(row: 0, column: 0) != 0 {}
  }
}
