import Planning
import SQL

/// `Term` (GT-02). Triggers keep its days within those of its school year, and apart from those of other terms.
enum Term: WritableType {
  enum Column: String, ColumnName {
    case schoolYearID = "school_year_id"
    case name
  }

  static let entity = Entity<Viewer>(
    "Term", table: "terms", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 1_000, bytes: 2 << 20), order: [.ascending("first_day")],
    stored: [.family: ["id", "name", "firstDay", "lastDay", "schoolYear", "createdAt", "updatedAt", "version"]],
    resolvers: ["courses": .toMany(access: .family)])

  static let rules = WriteRules(
    checkViolations: [
      "terms_days": (["lastDay", "firstDay"], "\"lastDay\" must not be before \"firstDay\"."),
      "terms_first_day": (["firstDay"], "\"firstDay\" must not be before LIMIT, the first day of the school year."),
      "terms_last_day": (["lastDay", "firstDay"], "\"lastDay\" must not be after LIMIT, the last day of the school year."),
    ],
    overlaps: ["terms_overlap": (["firstDay", "lastDay"], "Another term of the school year has days of these: LIMIT.")],
    hasOthers: "The term has courses. Move them to another term with \"moveCoursesToId\".",
    reassigning: ("moveCoursesToId", moveCourses))

  private static let moveCourses: WriteRules.RemovalStep = { input, id, rows throws(MutationFailure) in
    let other = try input.requiredID("moveCoursesToId")
    guard other != id else {
      throw .invalid("\"moveCoursesToId\" must be another term.", at: input.path(of: "moveCoursesToId"))
    }
    guard try await rows.row(Term.self, key: other, columns: [.name]).count == 1 else {
      throw input.notFound("moveCoursesToId")
    }
    _ = try await rows.update(Course.self, [Course.set(.termID, .uuid(other))]) { row in
      "\(row[.termID]) = \(bind: .uuid(id))"
    }
  }

  /// The key of the term that has today: at most one, since neither school years nor terms overlap.
  ///
  ///     (SELECT current.id FROM terms current WHERE current.family_id = $1
  ///      AND (now() AT TIME ZONE (SELECT …))::date BETWEEN current.first_day AND current.last_day)
  static func current(_ viewer: (Viewer.Attribute) -> SQL) -> SQL {
    """
    (SELECT current.id FROM terms current WHERE current.family_id = \(viewer(.familyID)) \
    AND \(FamilyCalendar.today(in: FamilyCalendar.timeZone(viewer))) BETWEEN current.first_day AND current.last_day)
    """
  }

  /// Whether a course belongs to a term.
  ///
  ///     EXISTS (SELECT 1 FROM courses taught WHERE taught.family_id = $1 AND taught.id = … AND taught.term_id = $2)
  static func has(_ course: SQL, in term: SQL, _ row: RowReference<Viewer>) -> SQL {
    """
    EXISTS (SELECT 1 FROM courses taught WHERE taught.family_id = \(row.viewer(.familyID)) \
    AND taught.id = \(course) AND taught.term_id = \(term))
    """
  }
}
