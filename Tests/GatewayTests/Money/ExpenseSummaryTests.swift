import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Sums of expenses (ME-12), compared to the last digit with sums of whole minor units.
@Suite(.serialized) struct ExpenseSummaryTests {
  private static let database = Task { try await SchoolDatabase("expense_summary", families: 1) }

  /// The database of a family that a member leaves.
  private static let leaving = Task { try await SchoolDatabase("expense_payers", families: 1) }

  private func run(_ body: (MoneyGround) async throws -> Void) async throws { try await MoneyGround.run(Self.database, body) }

  /// An expense in minor units.
  private struct Spent {
    let units: Int
    let currency: (code: String, digits: Int)
    let day: (year: Int, month: Int, day: Int)
    let category: String?
    let payer: (id: UUIDValue, name: String)?

    var date: String { "\(day.year)-\(Self.padded(day.month))-\(Self.padded(day.day))" }

    static func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }

    static func text(_ units: Int, _ digits: Int) -> String {
      var text = "\(units.magnitude)"
      while text.count <= digits { text = "0" + text }
      let (whole, fraction) = (String(text.dropLast(digits)), String(text.suffix(digits)))
      return (units < 0 ? "-" : "") + whole + (digits > 0 ? "." + fraction : "")
    }
  }

  @Test("Each sum is what its expenses come to", arguments: 0..<6)
  func sums(seed: Int) async throws {
    try await run { ground in
      let family = try #require(ground.talk.elena.membership).familyID
      let payers = [(ground.talk.elena, "Elena Rivera"), (ground.talk.mateo, "Mateo Rivera")]
      var categories: [(id: String, name: String)] = []
      for name in ["Books", "Food"] { categories.append((try await ground.category(name), name)) }
      var generator = SystemRandomNumberGenerator()
      var all: [Spent] = []
      for _ in 0..<(seed == 0 ? 0 : 120) {
        let currency = [("EUR", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4)].randomElement(using: &generator) ?? ("EUR", 2)
        var units = Int.random(in: -5_000...9_999_999, using: &generator)
        if units == 0 { units = 1 }
        let payer = Bool.random() ? payers.randomElement(using: &generator) : nil
        let spent = Spent(
          units: units, currency: currency,
          day: (Int.random(in: 2025...2027, using: &generator), Int.random(in: 1...12, using: &generator), Int.random(in: 1...28, using: &generator)),
          category: Int.random(in: 0..<3, using: &generator) == 0 ? nil : categories.randomElement(using: &generator)?.name,
          payer: payer.flatMap { viewer, name in viewer.membership.map { (id: $0.memberID, name: name) } })
        all.append(spent)
        let category = categories.first { $0.name == spent.category }?.id
        try await ground.talk.database.run(
          """
          INSERT INTO expenses (family_id, id, category_id, payer_id, amount, currency, date) VALUES (\(bind: .uuid(family)), gen_random_uuid(),
            \(bind: category.map { .text($0) } ?? .null(.text))::uuid, \(bind: spent.payer.map { .uuid($0.id) } ?? .null(.uuid)),
            \(bind: .text(Spent.text(units, currency.1)))::numeric, \(bind: .text(currency.0)), \(bind: .text(spent.date))::date)
          """)
      }
      let (from, to) = ("2025-03-15", "2027-02-20")
      let counted = all.filter { $0.date >= from && $0.date <= to }
      for keys in [[], ["MONTH"], ["CATEGORY"], ["PAYER"], ["MONTH", "CATEGORY"], ["PAYER", "CATEGORY"], ["CATEGORY", "MONTH", "PAYER"]] {
        let groups = Dictionary(grouping: counted) { spent -> [String?] in
          [
            keys.contains("MONTH") ? String(spent.date.prefix(7)) : nil, spent.currency.code,
            keys.contains("CATEGORY") ? spent.category : nil, keys.contains("PAYER") ? spent.payer?.name : nil,
          ]
        }
        let expected = groups.map { key, expenses in
          let total = Spent.text(expenses.map(\.units).reduce(0, +), expenses[0].currency.digits)
          return (key.compactMap(\.self) + ["\(total)/\(expenses.count)"]).joined(separator: " ")
        }
        let sums = try await ground.sums(keys.joined(separator: " "), from: from, to: to)
        // A list has at most 200 sums.
        if expected.count <= 200 { #expect(sums.sorted() == expected.sorted(), "\(keys)") } else { #expect(sums.count == 200) }
      }
    }
  }

  @Test func `The last day counts, and sums come in the order of their months`() async throws {
    try await run { ground in
      for (amount, currency, day) in [
        ("1", "EUR", "2026-08-31"), ("2", "EUR", "2026-09-01"), ("4", "JPY", "2026-09-30"), ("8", "EUR", "2026-10-01"), ("-2", "EUR", "2026-09-02"),
      ] { _ = try await ground.spend(amount, currency, on: day) }
      #expect(try await ground.sums("", from: "2026-08-31", to: "2026-10-01") == ["EUR 9.00/4", "JPY 4/1"])
      #expect(try await ground.sums("", from: "2026-09-01", to: "2026-09-30") == ["EUR 0.00/2", "JPY 4/1"])
      #expect(
        try await ground.sums("MONTH", from: "2026-08-31", to: "2026-10-01")
          == ["2026-08 EUR 1.00/1", "2026-09 EUR 0.00/2", "2026-09 JPY 4/1", "2026-10 EUR 8.00/1"])
      #expect(try await ground.sums("MONTH", from: "2026-10-02", to: "2026-10-01") == [])
    }
  }

  @Test func `Who left the family is no payer any more, and what it paid stays`() async throws {
    try await MoneyGround.run(Self.leaving) { ground in
      let mateo = try #require(ground.talk.mateo.membership).memberID
      _ = try await ground.spend("12.50", "EUR", #", payerId: "\#(mateo)""#)
      #expect(try await ground.sums("PAYER") == ["EUR Mateo Rivera 12.50/1"])
      let removed = try await ground.talk.answer(
        #"mutation { removeMember(input: {id: "\#(mateo)"}) { id } }"#, as: ground.talk.elena)
      #expect(removed.at("errors") == nil, "\(removed)")
      #expect(try await ground.sums("PAYER") == ["EUR 12.50/1"])
    }
  }
}
