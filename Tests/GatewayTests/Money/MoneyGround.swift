import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// The demonstration family without expenses and budgets.
struct MoneyGround {
  let talk: Conversation

  static func run(_ database: Task<SchoolDatabase, any Error>, _ body: (MoneyGround) async throws -> Void) async throws {
    try await Conversation.with(database) { talk in
      for table in ["budgets", "expenses", "expense_categories"] {
        try await talk.database.run(SQL("DELETE FROM \(identifier: table)"))
      }
      try await body(MoneyGround(talk: talk))
    }
  }

  func category(_ name: String) async throws -> String {
    let id = newID()
    _ = try await talk.ask(
      #"mutation { createExpenseCategory(input: {id: "\#(id)", name: "\#(name)"}) { expenseCategory { name } } }"#, as: talk.elena)
    return id
  }

  func spend(
    _ amount: String, _ currency: String, on day: String = "2026-09-07", _ fields: String = "", as viewer: AccountViewer? = nil
  ) async throws -> JSONValue {
    try await talk.answer(
      """
      mutation { createExpense(input: {amount: "\(amount)", currency: "\(currency)", date: "\(day)"\(fields)}) {
        expense { id amount currency category { name } payer { name } }
      } }
      """, as: viewer ?? talk.elena)
  }

  /// The amount of a new expense as it is answered, or the code of the error.
  func amount(_ amount: String, _ currency: String, on day: String = "2026-09-07", _ fields: String = "") async throws -> String? {
    let answer = try await spend(amount, currency, on: day, fields)
    return answer.at("data", "createExpense", "expense", "amount")?.string ?? answer.code
  }

  /// The sums as `2026-09 EUR Books Elena 12.50/3`, with what they are not summed up by left out.
  func sums(_ keys: String, from: String = "2026-01-01", to: String = "2027-12-31") async throws -> [String] {
    let data = try await talk.ask(
      """
      { family { expenseSummary(from: "\(from)", to: "\(to)", by: [\(keys)]) {
        category { name } month payer { name } currency total count
      } } }
      """, as: talk.elena)
    return try #require(data.at("family", "expenseSummary")?.array).map { sum in
      [
        sum.at("month")?.string.map { String($0.prefix(7)) }, sum.at("currency")?.string, sum.at("category", "name")?.string,
        sum.at("payer", "name")?.string, "\(sum.at("total")?.string ?? "")/\(Int(sum.at("count")?.number ?? -1))",
      ].compactMap(\.self).joined(separator: " ")
    }
  }
}
