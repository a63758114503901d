import Planning
import SQL

/// `SchoolYear` (GT-02). Triggers keep its days apart from those of others, and around those of its terms.
enum SchoolYear: WritableType {
  static let entity = Entity<Viewer>(
    "SchoolYear", table: "school_years", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 200, bytes: 1 << 20), order: [.descending("first_day")],
    stored: [.family: ["id", "name", "firstDay", "lastDay", "createdAt", "updatedAt", "version"]],
    resolvers: ["terms": .toMany(access: .family)])

  static let rules = WriteRules(
    checkViolations: [
      "school_years_days": (["lastDay", "firstDay"], "\"lastDay\" must not be before \"firstDay\"."),
      "school_years_first_day": (["firstDay"], "\"firstDay\" must not be after LIMIT, the first day of a term."),
      "school_years_last_day": (["lastDay"], "\"lastDay\" must not be before LIMIT, the last day of a term."),
    ],
    overlaps: ["school_years_overlap": (["firstDay", "lastDay"], "Another school year has days of these: LIMIT.")],
    hasOthers: "The school year has terms. Remove them first, or ask for it with \"cascade\".",
    cascade: { id, rows throws(MutationFailure) in
      let terms = try await rows.keys(of: Term.self, where: .schoolYearID, isAmong: [id])
      _ = try await rows.update(Course.self, [Course.set(.termID, .null(.uuid))]) { row in
        "\(row[.termID]) = ANY (\(bind: .uuidArray(terms)))"
      }
      _ = try await rows.delete(Term.self, where: .schoolYearID, isAmong: [id])
    })

  /// Whether a course belongs to a term of a school year.
  ///
  ///     EXISTS (SELECT 1 FROM courses taught JOIN terms within ON within.family_id = $1 AND within.id = taught.term_id
  ///       WHERE taught.family_id = $1 AND taught.id = … AND within.school_year_id = $2)
  static func has(_ course: SQL, in year: SQL, _ row: RowReference<Viewer>) -> SQL {
    let family = row.viewer(.familyID)
    return """
      EXISTS (SELECT 1 FROM courses taught JOIN terms within ON within.family_id = \(family) AND within.id = taught.term_id \
      WHERE taught.family_id = \(family) AND taught.id = \(course) AND within.school_year_id = \(year))
      """
  }
}
