import Planning
import SQL

/// A use of a family's file by an absence report. No object of the schema shows it.
enum AbsenceFile: EntityType {
  enum Column: String, ColumnName {
    case fileID = "file_id"
    case reportID = "report_id"
  }

  static let constraints: [ConstraintRule] =
    ConstraintRule.ofEnrolments("absence_files") + [
      // A file of another home than the family, such as a school.
      .notFound("absence_files_file", ["fileIds"]),
      .unreachable("absence_files_enrolment", "copied from the report"),
      .unreachable("absence_files_report", "the report is made or locked by the same transaction"),
      .unreachable("absence_files_once", "the ids of the input are each taken once"),
    ]

  static let entity = Entity<Viewer>(
    "AbsenceFile", table: "absence_files", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 4_000, bytes: 2 << 20), isVersioned: false)
}

/// The same uses as the staff of the student's class see them.
enum ClassAbsenceFile: EntityType {
  typealias Column = AbsenceFile.Column

  static let entity = Entity<Viewer>(facet: "ClassAbsenceFile", of: AbsenceFile.entity, in: .enrolment)
}
