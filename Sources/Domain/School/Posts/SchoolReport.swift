import Planning
import SQL

/// `SchoolReport` (TT-10): seen by those who moderate what is reported.
enum SchoolReport: EntityType {
  enum Column: String, ColumnName {
    case id, reason, text, state, grades
    case schoolID = "school_id"
    case authorID = "author_id"
    case authorKind = "author_kind"
    case classIDs = "class_ids"
    case subjectKind = "subject_kind"
    case subjectID = "subject_id"
    case subjectBy = "subject_by"
    case subjectText = "subject_text"
    case decidedBy = "decided_by"
    case decidedAt = "decided_at"
  }

  /// The state of a report: `ReportState` of the SDL.
  enum State: String, Sendable {
    case open = "OPEN"
    case kept = "KEPT"
    case hidden = "HIDDEN"
    case removed = "REMOVED"
  }

  static let constraints: [ConstraintRule] = [
    .conflict("school_reports_once", ["subjectId"], "You have reported it already: wait for the decision."),
    .audience(of: "school_reports"), .unreachable("school_reports_author", "a person stays while its own change holds its family"),
    .unreachable("school_reports_author_kind", "staff report nothing"),
    .unreachable("school_reports_subject_kind", "the kinds of content"),
    .unreachable("school_reports_subject_by", "the name of an author, which has the same bounds"),
    .unreachable("school_reports_subject_text", "the text of content, which has the same bounds"),
    .unreachable("school_reports_reason", "the enum has the same values"),
    .unreachable("school_reports_text", "the input has the same bounds"),
    .unreachable("school_reports_state", "the enum has the same values"),
    .unreachable("school_reports_decision", "all are written together"),
    .unreachable("school_reports_decided_by", "the name of staff, which has the same bounds"),
    .unreachable("school_reports_school", "a person of the school writes it"),
  ]

  static let entity = Entity<Viewer>(
    "SchoolReport", table: "school_reports", scope: .content, visibility: .moderated, extent: .unbounded,
    order: [.descending("created_at")],
    stored: [.schoolPeople: ["id", "subjectId", "reason", "text", "state", "decidedBy", "createdAt"]],
    resolvers: ["reportedBy": .toOne(foreignKey: "author_id", access: .administratorsOfRow)])

  /// The condition of `School.reports`.
  static func isListed(_ row: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL? {
    arguments.isGiven("open") ? "(\(row["state"]) = 'OPEN') = \(arguments.value("open", as: .bool))" : nil
  }
}

/// A report of the viewer's own. No object of the schema shows it.
enum OwnReport: EntityType {
  typealias Column = SchoolReport.Column

  static let entity = Entity<Viewer>(
    "OwnReport", table: "school_reports", scope: .content,
    visibility: Visibility { _, row in "\(row["author_id"]) = ANY (\(row.viewer(.audienceIDs)))" }, extent: .unbounded)
}

extension Access where Viewer == Domain.Viewer {
  /// The administrators of the school that a row belongs to.
  static var administratorsOfRow: Access {
    Access("administratorsOfRow", admitted: "administrators of the school") { viewer in
      switch viewer {
      case .anonymous, .reader: .unauthenticated
      case .account, .parent, .student: .rows { row in "\(row["school_id"]) = ANY (\(row.viewer(.administeredSchoolIDs)))" }
      }
    }
  }

  /// The administrators and the teachers of a school, for fields of the school itself.
  static var moderators: Access {
    Access("moderators", admitted: "administrators and teachers of the school") { viewer in
      switch viewer {
      case .anonymous: .unauthenticated
      case .reader: .refused
      case .account, .parent, .student:
        .rows { school in
          """
          (\(school["id"]) = ANY (\(school.viewer(.administeredSchoolIDs))) OR EXISTS (SELECT 1 FROM school_classes taught \
          WHERE taught.school_id = \(school["id"]) AND taught.id = ANY (\(school.viewer(.staffClassIDs)))))
          """
        }
      }
    }
  }
}
