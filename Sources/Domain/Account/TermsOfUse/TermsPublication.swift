import Planning
package import SQL

/// How operators publish terms. Everything here runs with the rights of the owner.
package enum TermsPublication {
  /// A version in a language.
  package struct Version: Sendable {
    package let id: UUIDValue
    package let kind: String
    package let name: String
    package let language: String
    package let text: String
    /// As PostgreSQL reads a time; nil for now.
    package let effectiveAt: String?

    package init(id: UUIDValue, kind: String, name: String, language: String, text: String, effectiveAt: String?) {
      self.id = id
      self.kind = kind
      self.name = name
      self.language = language
      self.text = text
      self.effectiveAt = effectiveAt
    }
  }

  /// A version as operators see it.
  package struct Summary: Sendable {
    package let id: String
    package let kind: String
    package let name: String
    package let language: String
    package let effectiveAt: String
    package let acceptances: Int
  }

  /// Publishes a version. The other languages of a version take effect when it does.
  /// - Returns: when it takes effect; nil where the version is published in this language already.
  /// - Throws: `StatementError`.
  package static func publish(_ version: Version, on transaction: some Transaction) async throws(StatementError) -> String? {
    let given: SQL = version.effectiveAt.map { "\(bind: .text($0))::timestamptz" } ?? "now()"
    let insert: SQL = """
      INSERT INTO published_terms (id, kind, version, language, text, effective_at) \
      SELECT \(bind: .uuid(version.id)), \(bind: .text(version.kind)), \(bind: .text(version.name)), \(bind: .text(version.language)), \
      \(bind: .text(version.text)), coalesce((SELECT min(same.effective_at) FROM published_terms same \
      WHERE same.kind = \(bind: .text(version.kind)) AND same.version = \(bind: .text(version.name))), \(given)) \
      ON CONFLICT ON CONSTRAINT published_terms_once DO NOTHING RETURNING \(moment("effective_at"))
      """
    // Days of operators are those of UTC.
    let results = try await transaction.run([Statement(text: "SET LOCAL TimeZone TO 'UTC'", binds: []), insert.statement])
    return results[1].count == 1 ? results[1].text(row: 0, column: 0) : nil
  }

  /// All versions, the one that takes effect last first.
  /// - Throws: `StatementError`.
  package static func all(on transaction: some Transaction) async throws(StatementError) -> [Summary] {
    let query: SQL = """
      SELECT terms.id::text, terms.kind, terms.version, terms.language, \(moment("terms.effective_at")), \
      (SELECT count(*)::text FROM accepted_terms accepted WHERE accepted.id = terms.id) \
      FROM published_terms terms ORDER BY terms.effective_at DESC, terms.kind, terms.version, terms.language
      """
    let found = try await transaction.run([query.statement])[0]
    return (0..<found.count).map { row in
      func text(_ column: Int) -> String { found.text(row: row, column: column) ?? "" }
      return Summary(
        id: text(0), kind: text(1), name: text(2), language: text(3), effectiveAt: text(4), acceptances: Int(text(5)) ?? 0)
    }
  }

  private static func moment(_ column: SQL) -> SQL {
    "to_char(\(column) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"
  }
}
