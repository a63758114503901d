package import SQL

/// The statements in front of those of a card reader: they find out whether it has a token that is not revoked, and set its scope.
package struct ReaderCheck: Sendable {
  private let reader: ReaderViewer

  package init(of reader: ReaderViewer) { self.reader = reader }

  /// For a transaction that only reads: one row, see ``holds(in:)``.
  package var question: Statement { Statement(text: "SELECT reader_stands($1)", binds: [reader.tokenHash]) }

  /// - Parameter rows: of a transaction that began with ``question``.
  package static func holds(in rows: [Rows]) -> Bool { rows.first.map { $0.count == 1 && $0.isTrue(row: 0, column: 0) } ?? false }

  /// The same where PostgreSQL has to decide: it fails with ``MembershipCheck/failure``. It locks nothing.
  package var requiringStatement: Statement {
    Statement(text: "SELECT require_standing(reader_stands($1))", binds: [reader.tokenHash])
  }

  /// The same for a transaction that changes something: the reader cannot be revoked before it ends. They set the scope.
  package var lockingStatements: [Statement] {
    [
      LockOrder.scopeStatement(of: .reader(reader)), Statement(text: "SELECT lock_reader($1)", binds: [reader.tokenHash]),
    ]
  }
}

extension ReaderViewer {
  /// The key under which the attempts of the reader are counted: `attempts.key`.
  package var attemptKey: SQLValue { .hash(of: "reader \(tokenHash)") }
}
