import Planning
import SQL

/// `Enrolment` (BG-02): the place of a student in a school, as its family sees it. Functions of migrations/0052_pickup.sql write it.
enum Enrolment: EntityType {
  enum Column: String, ColumnName {
    case id, state
    case studentID = "student_id"
    case schoolID = "school_id"
    case staffSchoolID = "staff_school_id"
    case classID = "class_id"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("enrolments_student", ["studentId"]),
    .notFound("enrolments_school", ["schoolId"]),
    .notFound("enrolments_staff_school", ["schoolId"]),
    .notFound("enrolments_school_class", ["classId"]),
    .conflict("enrolments_once", ["studentId"], "This student is enrolled at this school already: see Family.enrolments."),
    .forbidden("enrolments_barred", ["id", "schoolId"], "The school does not let you decide about this student: ask the school."),
    .unreachable("enrolments_number", "the input has the same bounds"),
    .unreachable("enrolments_gender", "the input has the same bounds"),
    .unreachable("enrolments_name", "copied from the student, which has the same bounds"),
    .unreachable("enrolments_proposed_name", "copied from the student, which has the same bounds"),
    .unreachable("enrolments_consent", "copied from the parent, whose name has at most 200 characters"),
    .unreachable("enrolments_collected", "copied from a collector, whose name has at most 200 characters"),
    .unreachable("enrolments_class", "functions of the database write the state with the class"),
    .unreachable("enrolments_end", "functions of the database write the state with its time"),
    .unreachable("enrolments_staff", "functions of the database write the state with the school of its staff"),
    .unreachable("enrolments_state", "functions of the database write the state"),
  ]

  static let entity = Entity<Viewer>(
    "Enrolment", table: "enrolments", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 500, bytes: 1 << 20), order: [.ascending("created_at")],
    stored: [
      .family: [
        "id", "student", "studentNumber", "gender", "state", "endedAt", "consentedBy", "createdAt",
      ]
    ],
    resolvers: [
      "schoolId": .column("school_id", .uuid, access: .family),
      "classId": .column("class_id", .uuid, access: .family),
      "wantedClassId": .column("wanted_class_id", .uuid, access: .family),
      "school": .toOne(foreignKey: "school_id", access: .family),
      "schoolClass": .toOne(foreignKey: "class_id", access: .family),
      "wantedClass": .toOne(foreignKey: "wanted_class_id", access: .family),
      "collectors": .toMany(access: .family),
      // A parent whom the school keeps from the student learns nothing of these.
      "collectedBy": .expression(.text, access: .family) { row, _ in unlessBarred(.collection, "collected_by", row) },
      "collectedOn": .expression(.date, access: .family) { row, _ in unlessBarred(.collection, "collected_on", row) },
      "absentOn": .expression(.date, access: .family) { row, _ in unlessBarred(.absence, "absent_on", row) },
      // They count what is hidden as well: who may not see it reads what they were when the enrolment began or ended.
      "updatedAt": .expression(.timestamptz, access: .family) { row, _ in
        """
        CASE WHEN \(PickupGuardian.isHidden(row, by: "id")) THEN coalesce(\(row["ended_at"]), \(row["created_at"])) \
        ELSE \(row["updated_at"]) END
        """
      },
      "version": .expression(.int4, access: .family) { row, _ in
        """
        CASE WHEN \(PickupGuardian.isHidden(row, by: "id")) THEN 1 + (\(row["ended_at"]) IS NOT NULL)::int \
        ELSE \(row["version"]) END
        """
      },
    ])

  private static func unlessBarred(_ day: EnrolmentDay, _ column: String, _ row: RowReference<Viewer>) -> SQL {
    "CASE WHEN NOT \(PickupGuardian.isHidden(row, by: "id")) THEN \(day.value(of: column, in: row)) END"
  }
}
