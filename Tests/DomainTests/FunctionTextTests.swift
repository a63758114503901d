import Embedded
import Testing

/// The texts of `migrations/functions/`.
struct FunctionTextTests {
  private let files = EmbeddedFile.functions

  private func name(_ file: EmbeddedFile) -> Substring { file.name.split(separator: "/").last?.dropLast(4) ?? "" }

  @Test func `Each function has one file, in the folder of its context, or in that of functions for migrations`() {
    let contexts: Set<Substring> = ["account", "core", "family", "files", "household", "learning", "school", "tables"]
    for file in files {
      let parts = file.name.split(separator: "/")
      #expect(parts.count == 2 && contexts.contains(parts[0]) && file.name.hasSuffix(".sql"), "\(file.name)")
      let defined = file.text.matches(of: /(?m)^CREATE OR REPLACE FUNCTION (\w+)\(/).map { $0.1 }
      #expect(!defined.isEmpty && defined.allSatisfy { $0 == name(file) }, "\(file.name)")
      #expect(!file.text.contains(/(?m)^CREATE FUNCTION/), "\(file.name)")
    }
    #expect(Set(files.map(name)).count == files.count)
  }

  @Test func `Each function with its owner's rights begins with what it does and why it has them, and pins its search path`() {
    var count = 0
    // Those in the texts of `track_usage` and its like are indented.
    for file in files where file.text.contains(/(?m)^ {0,2}\S.* SECURITY DEFINER SET/) {
      count += 1
      let comment = file.text.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("--") }
      let reason = comment.firstIndex { $0.hasPrefix("-- Owner's rights: ") }
      #expect(reason.map { $0 >= 2 && comment[$0 - 1] == "--" } == true, "\(file.name)")
      #expect(comment.allSatisfy { $0.count <= 120 }, "\(file.name)")
      #expect(file.text.contains(/\sSECURITY DEFINER SET search_path = pg_catalog, pg_temp\s+AS \$\$/), "\(file.name)")
      #expect(file.text.contains(/\nREVOKE ALL ON FUNCTION\s+\w+\([^;]*\)\s+FROM PUBLIC;\n/), "\(file.name)")
    }
    #expect(count > 150)
  }

  /// The functions that migrations before 0034 made: the rules are younger.
  private static let exceptions: Set<String> = [
    "account/account_of_identity.sql: query-function", "account/refresh_token_state.sql: query-function",
    "account/use_identity_token.sql: query-function",
    "core/count_attempt.sql: conditional-time", "core/count_attempt.sql: query-function", "core/counted_size.sql: query-function",
    "core/give_back_attempt.sql: query-function", "core/known_time_zone.sql: empty-exists", "core/recount_usage.sql: empty-exists",
    "core/refresh_time_zone_names.sql: empty-exists", "family/family_of_code.sql: query-function",
    "family/invitation_of_code.sql: query-function", "family/invitation_state.sql: conditional-time",
    "family/invitation_state.sql: query-function", "family/lock_membership.sql: empty-exists", "family/lock_own_place.sql: empty-exists",
    "family/withdraw_join_request.sql: query-function", "learning/overdue_settings.sql: query-function",
  ]

  @Test func `Functions keep the rules of migrations, but for those that were there before`() {
    var found: Set<String> = []
    for file in files {
      // Read once: reading takes far longer than a rule.
      let tokens = SQLToken.tokens(of: file.text)
      for rule in TableRule.ofMigrations where !rule.findings(in: file.name, tokens).isEmpty { found.insert("\(file.name): \(rule.name)") }
    }
    #expect(found == Self.exceptions)
  }

  /// In the order of ids, and by index, whatever rows a statement has changed.
  @Test func `One function bumps the versions of accounts, and one those of several families`() {
    func named(with text: String) -> Set<Substring> { Set(files.filter { $0.text.contains(text) }.map(name)) }
    #expect(named(with: "UPDATE public.account_versions") == ["bump_accounts"])
    // The triggers of a family's own rows bump that of the family in scope.
    #expect(named(with: "UPDATE public.family_versions AS known") == ["bump_families", "bump_family", "bump_requests"])
  }

  /// The words of a line such as `-- Outcomes: DONE, NONE.`
  private func outcomes(_ file: EmbeddedFile) -> Set<Substring>? {
    file.text.firstMatch(of: /(?m)^-- Outcomes: ([A-Z_, ]+)\.$/).map { Set($0.1.split(separator: ", ")) }
  }

  @Test func `A function declares the outcomes that it returns, and no others`() {
    let declared = Dictionary(uniqueKeysWithValues: files.map { (name($0), outcomes($0)) })
    var count = 0
    for file in files {
      let returns = file.text.matches(of: /\b(?:RETURN|outcome :=) [^;]*;/).map(\.output)
      let returned = Set(returns.flatMap { $0.matches(of: /(?:RETURN|:=|THEN|ELSE) '([A-Z_]+)'/).map { $0.1 } })
      let called = file.text.matches(of: /(?:RETURN|outcome :=) public\.(\w+)\(/).compactMap { declared[$0.1] ?? nil }
      guard let own = outcomes(file) else {
        // A text that a function of the server's role returns by itself is an outcome.
        #expect(!file.text.contains(/RETURN '[A-Z_]+'/) || !file.text.contains("TO hatched_app;"), "\(file.name)")
        continue
      }
      count += 1
      #expect(called.reduce(returned) { $0.union($1) } == own, "\(file.name)")
    }
    #expect(count > 20)
  }

  @Test func `What may be null is an argument or a column, or the result`() {
    for file in files {
      guard let words = file.text.firstMatch(of: /(?m)^-- May be null: ([a-z_, ]+)\.$/)?.1.split(separator: ", ") else {
        #expect(!file.text.contains("-- May be null"), "\(file.name)")
        continue
      }
      let parts = file.text.split(separator: "CREATE OR REPLACE FUNCTION ").last?.prefix { $0 != "$" }.split { "(,) \n".contains($0) } ?? []
      for word in words where word != "the result" { #expect(parts.contains(word), "\(file.name): \(word)") }
    }
  }
}
