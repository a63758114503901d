import Domain
import GraphQL
import Planning
import SQL
import SampleData
import TestSupport
import Testing

/// Expenses and budgets (ME-12): exact in minor units, and parents' alone.
@Suite(.serialized) struct ExpenseTests {
  private static let database = Task { try await SchoolDatabase("expenses", families: 1) }

  private func run(_ body: (MoneyGround) async throws -> Void) async throws { try await MoneyGround.run(Self.database, body) }

  @Test(
    "An amount has at most the decimals of its currency, and is answered with all of them",
    arguments: [
      ("100.5", "JPY", "BAD_USER_INPUT"), ("10.005", "EUR", "BAD_USER_INPUT"), ("1.2345", "KWD", "BAD_USER_INPUT"),
      ("0", "EUR", "BAD_USER_INPUT"), ("-0.00", "EUR", "BAD_USER_INPUT"), ("1.234", "KWD", "1.234"), ("-5", "EUR", "-5.00"),
      ("100", "JPY", "100"), ("100.0", "JPY", "100"), ("12.5", "EUR", "12.50"), ("0.01", "EUR", "0.01"), ("1.2", "CLF", "1.2000"),
      ("999999999999999.99", "EUR", "999999999999999.99"), ("1000000000000000", "EUR", "BAD_USER_INPUT"),
      ("1.0000000", "EUR", "BAD_USER_INPUT"), ("1e3", "EUR", "BAD_USER_INPUT"), ("12,5", "EUR", "BAD_USER_INPUT"),
      ("5", "eur", "BAD_USER_INPUT"), ("5", "XAU", "BAD_USER_INPUT"), ("5", "EURO", "BAD_USER_INPUT"),
    ])
  func amounts(amount: String, currency: String, expected: String) async throws {
    try await run { ground in
      let given = try await ground.amount(amount, currency)
      #expect(given == expected)
    }
  }

  @Test func `A change of the currency asks for its decimals`() async throws {
    try await run { ground in
      let id = try #require(try await ground.spend("10.50", "EUR").at("data", "createExpense", "expense", "id")?.string)
      func update(_ fields: String) async throws -> JSONValue {
        try await ground.talk.answer(
          #"mutation { updateExpense(input: {id: "\#(id)", \#(fields)}) { expense { amount currency version } } }"#, as: ground.talk.elena)
      }
      let refused = try await update("currency: \"JPY\"")
      #expect(refused.code == "BAD_USER_INPUT" && refused.inputPath == "input.currency", "\(refused)")
      let kuwait = try await update("currency: \"KWD\"")
      #expect(kuwait.at("data", "updateExpense", "expense", "amount")?.string == "10.500", "\(kuwait)")
      let japan = try await update("currency: \"JPY\", amount: \"1050\"")
      #expect(japan.at("data", "updateExpense", "expense", "amount")?.string == "1050")
      #expect(japan.at("data", "updateExpense", "expense", "version")?.number == 3)
    }
  }

  @Test func `The database has the decimals of every currency`() async throws {
    let database = try await Self.database.value
    for (code, digits) in CurrencyCode.minorDigits {
      let found = try await database.run("SELECT currency_digits(\(bind: .text(code)))")
      #expect(found.int4(row: 0, column: 0) == Int32(digits), "\(code)")
    }
  }

  @Test func `A budget counts the expenses of its month, currency and category`() async throws {
    try await run { ground in
      let (books, other) = (try await ground.category("Books"), try await ground.category("Other"))
      for (amount, currency, day, category) in [
        ("60.10", "EUR", "2026-09-01", books), ("-10", "EUR", "2026-09-30", books), ("7", "EUR", "2026-10-01", books),
        ("5", "EUR", "2026-08-31", books), ("1", "EUR", "2026-09-10", other), ("100", "USD", "2026-09-10", books),
      ] {
        #expect(try await ground.spend(amount, currency, on: day, #", categoryId: "\#(category)""#).at("errors") == nil)
      }
      func budget(_ fields: String) async throws -> JSONValue {
        try await ground.talk.answer(
          "mutation { createBudget(input: {month: \"2026-09-01\", \(fields)}) { budget { amount spent remaining } } }", as: ground.talk.elena)
      }
      func numbers(_ answer: JSONValue) -> [String?] {
        ["amount", "spent", "remaining"].map { answer.at("data", "createBudget", "budget", .key($0))?.string }
      }
      let ofBooks = #"categoryId: "\#(books)", amount: "100", currency: "EUR""#
      #expect(numbers(try await budget(ofBooks)) == ["100.00", "50.10", "49.90"])
      #expect(numbers(try await budget(#"amount: "50", currency: "EUR""#)) == ["50.00", "51.10", "-1.10"])
      #expect(numbers(try await budget(#"amount: "5", currency: "KWD""#)) == ["5.000", "0.000", "5.000"])
      // One for a category, a month and a currency, and one for all categories.
      #expect(try await budget(ofBooks).code == "CONFLICT")
      #expect(try await budget(#"amount: "60", currency: "EUR""#).code == "CONFLICT")
      #expect(try await budget(#"amount: "0", currency: "USD""#).code == "BAD_USER_INPUT")
      #expect(try await budget(#"amount: "1.005", currency: "USD""#).code == "BAD_USER_INPUT")
      let middle = try await ground.talk.answer(
        #"mutation { createBudget(input: {month: "2026-09-02", amount: "1", currency: "USD"}) { budget { id } } }"#, as: ground.talk.elena)
      #expect(middle.code == "BAD_USER_INPUT" && middle.inputPath == "input.month", "\(middle)")
      // A category goes from its expenses, and with its budgets.
      _ = try await ground.talk.ask(#"mutation { deleteExpenseCategory(input: {id: "\#(books)"}) { id } }"#, as: ground.talk.elena)
      let data = try await ground.talk.ask("{ family { budgets { category { id } } expenses { category { name } } } }", as: ground.talk.elena)
      #expect(data.at("family", "budgets")?.array?.count == 2)
      #expect(data.at("family", "expenses")?.array?.count == 6)
    }
  }

  @Test func `Students and other families see no money, by no way`() async throws {
    try await run { ground in
      let talk = ground.talk
      let books = try await ground.category("Books")
      let expense = try #require(
        try await ground.spend("5", "EUR", #", categoryId: "\#(books)""#).at("data", "createExpense", "expense", "id")?.string)
      for field in ["expenses { id }", "budgets { id }", "expenseCategories { id }", #"expenseSummary(from: "2026-01-01", to: "2026-12-31", by: []) { total }"#] {
        #expect(try await talk.answer("{ family { \(field) } }", as: talk.ada).code == "FORBIDDEN", "\(field)")
      }
      for viewer in [talk.ada, talk.stranger] {
        for (type, id) in [("expense", expense), ("expenseCategory", books), ("node", expense)] {
          #expect(try await talk.ask("{ \(type)(id: \"\(id)\") { id } }", as: viewer).at(.key(type)) == .null, "\(type)")
        }
      }
      #expect(try await ground.spend("5", "EUR", as: talk.ada).code == "FORBIDDEN")
      #expect(try await ground.spend("5", "EUR", #", categoryId: "\#(books)""#, as: talk.stranger).code == "NOT_FOUND")
      for change in [#"updateExpense(input: {id: "\#(expense)", note: "Mine"})"#, #"deleteExpense(input: {id: "\#(expense)"})"#] {
        #expect(try await talk.answer("mutation { \(change) { __typename } }", as: talk.ada).code == "FORBIDDEN")
        #expect(try await talk.answer("mutation { \(change) { __typename } }", as: talk.stranger).code == "NOT_FOUND")
      }
    }
  }

  @Test func `A file that is nothing but a receipt is the parents'`() async throws {
    try await run { ground in
      let talk = ground.talk
      let family = try #require(talk.elena.membership).familyID
      let receipt = newID()
      try await talk.database.run(
        """
        INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, stored_bytes, declared_bytes, unused_since)
        VALUES (\(bind: .uuid(family)), \(bind: .text(receipt))::uuid, \(bind: .uuid(talk.elena.accountID)), 'r.pdf', 'application/pdf',
          'DOCUMENT', 3, sha256('abc'), 3, 3, now())
        """)
      let answer = try await ground.spend("5", "EUR", #", fileIds: ["\#(receipt)"]"#)
      #expect(answer.at("errors") == nil, "\(answer)")
      let query = #"{ file(id: "\#(receipt)") { name } }"#
      #expect(try await talk.ask(query, as: talk.elena).at("file", "name")?.string == "r.pdf")
      #expect(try await talk.ask(query, as: talk.mateo).at("file", "name")?.string == "r.pdf")
      #expect(try await talk.ask(query, as: talk.ada).at("file") == .null)
      let listed = try await talk.ask("{ family { expenses { files { name } } } }", as: talk.mateo)
      #expect(listed.at("family", "expenses", 0, "files", 0, "name")?.string == "r.pdf")
    }
  }
}
