import Planning
import SQL

/// `Terms` (TT-12): the versions that the operator has published. Reading them needs no token.
enum TermsOfUse {
  /// The terms, with what the account in scope has accepted.
  ///
  ///     SELECT '00000000-…'::uuid AS everyone, known.* FROM known_terms() AS known
  static let entity = Entity<Viewer>(
    computed: "Terms", named: "listed_terms", key: "id", .uuid, scope: .everyone,
    order: [.descending("effective_at"), .ascending("kind"), .ascending("language")],
    stored: [.anyone: ["id", "kind", "version", "language", "text", "effectiveAt"]]
  ) { _, viewer in
    """
    SELECT \(viewer(.everyone)) AS everyone, known.id, known.kind, known.version, known.language, known.text, known.effective_at, \
    known.is_accepted FROM known_terms() AS known
    """
  }

  /// The condition of `Query.terms`.
  static func isListed(_ row: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL? {
    arguments.isGiven("kind") ? "\(row["kind"]) = \(arguments.value("kind", as: .text))" : nil
  }

  /// The condition of `Viewer.termsToAccept`: no version that has taken effect since has replaced them.
  static func isToAccept(_ row: RowReference<Viewer>, _: ArgumentReferences) -> SQL? {
    """
    (NOT \(row["is_accepted"]) AND NOT EXISTS (SELECT 1 FROM known_terms() AS later WHERE later.kind = \(row["kind"]) AND later.version <> \(row["version"]) \
    AND later.effective_at > \(row["effective_at"]) AND later.effective_at <= \(now: effect)))
    """
  }

  private static let effect = Boundary(
    "published_terms.effective_at", next: "(SELECT min(known.effective_at) FROM known_terms() AS known WHERE known.effective_at > now())")
}

/// The acceptance of terms by an account: its key is that of the terms. No object of the schema shows it.
enum AcceptedTerms: EntityType {
  static let constraints: [ConstraintRule] = [
    .notFound("accepted_terms_terms", ["ids"]), .unreachable("accepted_terms_key", "a change holds the account, and skips what it has accepted"),
  ]

  static let entity = Entity<Viewer>(
    "AcceptedTerms", table: "accepted_terms", scope: .account, visibility: .wholeScope, extent: .unbounded, isVersioned: false)
}
