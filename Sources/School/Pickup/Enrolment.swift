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

  static let entity = Entity<Viewer>(
    "Enrolment", table: "enrolments", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 500, bytes: 1 << 20), order: [.ascending("created_at")],
    stored: [
      .family: [
        "id", "student", "studentNumber", "gender", "state", "endedAt", "consentedBy", "createdAt", "updatedAt", "version",
      ]
    ],
    resolvers: [
      "schoolId": .column("school_id", .uuid, access: .family),
      "classId": .column("class_id", .uuid, access: .family),
      "wantedClassId": .column("wanted_class_id", .uuid, access: .family),
      "collectors": .toMany(access: .family),
      // Nor of these learns a parent whom the school has barred from the student.
      "collectedBy": .expression(.text, access: .family) { row, _ in
        "CASE WHEN NOT \(PickupGuardian.isBarred(row, by: "id")) THEN \(row["collected_by"]) END"
      },
      "collectedOn": .expression(.date, access: .family) { row, _ in
        "CASE WHEN NOT \(PickupGuardian.isBarred(row, by: "id")) THEN \(row["collected_on"]) END"
      },
    ])
}
