import Planning
import SQL

/// `ClassStudent` (BG-04): an enrolment as the staff of the class see it.
enum ClassStudent: EntityType {
  enum Column: String, ColumnName {
    case id, state
    case familyID = "family_id"
    case staffSchoolID = "staff_school_id"
    case classID = "class_id"
    case studentName = "student_name"
  }

  static let entity = Entity<Viewer>(
    "ClassStudent", table: "enrolments", scope: .pickupStaff, visibility: .wholeScope, extent: .unbounded,
    order: [.ascending("student_name")],
    stored: [.staff: ["id", "studentNumber", "state", "createdAt", "proposedName"]],
    resolvers: [
      "absentOn": .expression(.date, access: .staff) { row, _ in EnrolmentDay.absenceForStaff.value(of: "absent_on", in: row) },
      "collectedBy": .expression(.text, access: .staff) { row, _ in
        EnrolmentDay.collectionForStaff.value(of: "collected_by", in: row)
      },
      "collectedOn": .expression(.date, access: .staff) { row, _ in
        EnrolmentDay.collectionForStaff.value(of: "collected_on", in: row)
      },
      "name": .column("student_name", .text, access: .staff),
      "picture": .toOne(foreignKey: "picture_id", access: .staff).reading(File.ofStaff),
      "schoolClass": .toOne(foreignKey: "class_id", access: .staff),
      "wantedClassId": .column("wanted_class_id", .uuid, access: .staff),
      "wantedClass": .toOne(foreignKey: "wanted_class_id", access: .staff),
      // By the school's number, of which the whole school's staff see all.
      "rollName": .expression(.text, access: .staff) { row, _ in
        """
        (SELECT roll.name FROM school_students roll WHERE roll.school_id = \(row["staff_school_id"]) \
        AND roll.school_id = ANY (\(row.viewer(.staffSchoolIDs))) AND roll.student_number = \(row["student_number"]))
        """
      },
      "isContested": .expression(.bool, access: .staff) { row, _ in
        """
        EXISTS (SELECT 1 FROM enrolments other WHERE other.staff_school_id = \(row["staff_school_id"]) \
        AND other.staff_school_id = ANY (\(row.viewer(.staffSchoolIDs))) AND other.student_number = \(row["student_number"]) \
        AND other.id <> \(row["id"]))
        """
      },
      "guardians": .toMany(key: "enrolment_id", access: .staff),
      "collectors": .toMany(key: "enrolment_id", access: .staff),
    ])
}

/// `ClassGuardian` (BG-04): a parent as the staff of the student's class see it.
enum ClassGuardian: EntityType {
  enum Column: String, ColumnName {
    case id, name
    case familyID = "family_id"
    case enrolmentID = "enrolment_id"
    case isBarred = "is_barred"
    case isConfirmed = "is_confirmed"
    case staffSchoolID = "staff_school_id"
    case classID = "class_id"
  }

  static let entity = Entity<Viewer>(
    "ClassGuardian", table: "pickup_guardians", scope: .pickupStaff, visibility: .wholeScope, extent: .unbounded,
    order: [.ascending("name")], stored: [.staff: ["id", "name", "isBarred", "isConfirmed", "proposedName"]])
}

/// `ClassCollector` (BG-10): another person who may collect, as the staff of the student's class see it.
enum ClassCollector: EntityType {
  enum Column: String, ColumnName {
    case id, name
    case enrolmentID = "enrolment_id"
    case fromDay = "from_day"
    case untilDay = "until_day"
  }

  static let entity = Entity<Viewer>(
    facet: "ClassCollector", of: Collector.entity, in: .enrolment,
    resolvers: [
      "picture": .toOne(foreignKey: "picture_id", access: .staff).reading(File.ofStaff),
      "hasBarredName": .expression(.bool, access: .staff) { row, _ in
        """
        EXISTS (SELECT 1 FROM pickup_guardians barred WHERE barred.family_id = \(row["family_id"]) \
        AND barred.enrolment_id = \(row["enrolment_id"]) AND barred.is_barred AND names_person(\(row["name"]), barred.name))
        """
      }
    ])
}

/// `SchoolStudent` (BG-02): a student on the school's own list.
enum SchoolStudent: EntityType {
  enum Column: String, ColumnName {
    case id, name
    case schoolID = "school_id"
    case classID = "class_id"
    case studentNumber = "student_number"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("school_students_class", ["students", "classId"]),
    .notFound("school_students_school", ["schoolId"]),
    .conflict("school_students_number", ["students"], "The list has a student with this number: give each its own."),
    .unreachable("school_students_name", "the input has the same bounds"),
    .unreachable("school_students_numbers", "the input has the same bounds"),
  ]

  static let entity = Entity<Viewer>(
    "SchoolStudent", table: "school_students", scope: .classStaff, visibility: .wholeScope, extent: .unbounded,
    order: [.ascending("name")],
    stored: [.staff: ["id", "studentNumber", "name", "createdAt", "codeExpiresAt"]],
    resolvers: [
      "schoolClass": .toOne(foreignKey: "class_id", access: .staff),
      "claims": .expression(.int4, access: .staff) { row, _ in
        """
        (SELECT count(*)::int4 FROM enrolments claims WHERE claims.staff_school_id = \(row["school_id"]) \
        AND claims.staff_school_id = ANY (\(row.viewer(.staffSchoolIDs))) AND claims.student_number = \(row["student_number"]))
        """
      },
    ])
}
