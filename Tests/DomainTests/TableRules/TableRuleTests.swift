import TestSupport
import Testing

/// The rules of docs/tables.md, over migrations from 0034 on and over golden SQL.
struct TableRuleTests {
  /// The first migration that the rules apply to: older ones have run.
  private static let firstMigration = "0034"

  static func rules() throws -> [TableRule] {
    TableRule.ofMigrations + (try TableRule.ofStatements(TablePlacement.all()))
  }

  @Test("What breaks the rule is found, and what does the same otherwise is not", arguments: try rules())
  func canFail(_ rule: TableRule) {
    #expect(rule.findings(in: "offence", rule.offence).count == 1, "\(rule.offence)")
    #expect(rule.findings(in: "alternative", rule.alternative).map(\.description) == [])
  }

  @Test func `A finding says the file, the line, the rule and what to write instead`() throws {
    let rule = try #require(try Self.rules().first { $0.name == "empty-exists" })
    let findings = rule.findings(in: "migrations/0099_lists.sql", "-- EXISTS (SELECT FROM a)\nSELECT\n  EXISTS (SELECT\nFROM a)")
    #expect(
      findings.map(\.description) == [
        "migrations/0099_lists.sql:3: empty-exists: exists ( select from. A distributed query needs a column. "
          + "Write EXISTS (SELECT 1 FROM …)."
      ])
  }

  @Test func `New migrations keep the rules`() throws {
    let files = try Repository.files(in: "migrations").filter { $0.key >= Self.firstMigration }
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      let tokens = SQLToken.tokens(of: text)
      for rule in TableRule.ofMigrations {
        for finding in rule.findings(in: "migrations/\(name)", tokens) { Issue.record("\(finding)") }
      }
    }
  }

  @Test func `The migrations of the recipe for a type keep the rules`() throws {
    let files = try Repository.files(in: "Tests/GatewayTests/Recipe/Files").filter { $0.key.hasSuffix(".sql") }
    #expect(files.count == 4)
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      for rule in TableRule.ofMigrations {
        for finding in rule.findings(in: "Tests/GatewayTests/Recipe/Files/\(name)", text) { Issue.record("\(finding)") }
      }
    }
  }

  @Test func `Golden SQL keeps the rules, but for exceptions that are listed and needed`() throws {
    let files = try Repository.files(in: "Tests/GatewayTests/Queries").filter { $0.key.hasSuffix(".sql") }
    #expect(files.count > 20)
    let rules = try TableRule.ofStatements(TablePlacement.all())
    let findings = files.sorted { $0.key < $1.key }.flatMap { name, text in
      let tokens = SQLToken.tokens(of: text)
      return rules.flatMap { $0.findings(in: "Tests/GatewayTests/Queries/\(name)", tokens) }
    }
    for finding in findings where !TableRuleException.all.contains(where: { $0.covers(finding) }) {
      Issue.record("\(finding)")
    }
    for exception in TableRuleException.all where !findings.contains(where: exception.covers) {
      Issue.record("Nothing needs the exception any more, so remove it: \(exception.testDescription)")
    }
  }

  @Test func `Each line of schema/placement.txt is a comment, or a placement and a table`() throws {
    let text = try #require(try Repository.files(in: "schema")["placement.txt"])
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let placements = try TablePlacement.all()
    #expect(placements.count == lines.count)
    #expect(Set(placements.map(\.table)).count == placements.count)
  }
}
