// Written by scripts/functions from migrations/functions/core/.

package import Planning
package import SQL

/// A row of `count_attempt`.
package struct CountAttemptRow: FunctionRow {
  package let count: Int32
  package let seconds: Int32

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    count = try cells.next()
    seconds = try cells.next()
  }
}

extension FunctionCall<CountAttemptRow> {
  package static func countAttempt(_ value1: String, _ value2: SQLValue, _ value3: Int32) -> Self {
    Self("count_attempt", [.text(value1), value2, .int4(value3)])
  }
}

extension FunctionCall<Void> {
  package static func enqueueMessage(
    message: UUIDValue, channel: String, address: String, kind: String, locale: String, arguments: SQLValue, code: UUIDValue?, account: UUIDValue?, expiresIn: Int32
  ) -> Self {
    Self("enqueue_message", [
      .uuid(message), .text(channel), .text(address), .text(kind), .text(locale), arguments, code.map(SQLValue.uuid) ?? .null(.uuid), account.map(SQLValue.uuid) ?? .null(.uuid), .int4(expiresIn)
    ])
  }
}

extension FunctionCall<Void> {
  package static func giveBackAttempt(_ value1: String, _ value2: SQLValue) -> Self {
    Self("give_back_attempt", [.text(value1), value2])
  }
}
