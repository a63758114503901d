import Planning
import SQL

/// `GradeOverride`: a grade of a student in a course that a parent set by hand.
enum GradeOverride: EntityType {
  enum Column: String, ColumnName {
    case studentID = "student_id"
    case courseID = "course_id"
    case grade
  }

  static let constraints: [ConstraintRule] = [
    .notFound("grade_overrides_course", ["courseId"]),
    .notFound("grade_overrides_student", ["studentId"]),
    .unreachable("grade_overrides_grade", "the input has the same bounds"),
    .conflict("grade_overrides_once", ["courseId", "studentId"], "The grade was set at the same time: read it, and send yours again."),
  ]

  static let entity = Entity<Viewer>(
    "GradeOverride", table: "grade_overrides", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 20_000, bytes: 4 << 20), order: [.ascending("created_at")],
    stored: [.family: ["id", "student", "course", "grade", "createdAt", "updatedAt", "version"]])

  static let grades = DecimalBounds(minimum: 0, includesMinimum: true, limit: 1000, decimals: 2)

  /// The grade that was set for a student and a course; null where none was.
  static func grade(family: SQL, course: SQL, student: SQL) -> SQL {
    """
    (SELECT byhand.grade FROM grade_overrides byhand WHERE byhand.family_id = \(family) AND byhand.course_id = \(course) \
    AND byhand.student_id = \(student))
    """
  }

  fileprivate static func isOf(_ student: UUIDValue, _ course: UUIDValue) -> (TypedRow<GradeOverride>) -> SQL {
    { row in "\(row[.studentID]) = \(bind: .uuid(student)) AND \(row[.courseID]) = \(bind: .uuid(course))" }
  }
}

extension Resolver where Viewer == Domain.Viewer {
  /// Sets a grade by hand, in the place of the one that was set before.
  static var setGradeOverride: Resolver {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let (student, course) = try await place(input, rows)
      let values = [GradeOverride.set(.grade, try input.decimal("grade", GradeOverride.grades) ?? .null(.numeric))]
      if let id = try await rows.update(GradeOverride.self, values, where: GradeOverride.isOf(student, course)).first {
        return ["gradeOverride": id, "course": course]
      }
      let id = UUIDValue.timeOrdered()
      try await rows.insert(
        GradeOverride.self, key: id,
        values + [GradeOverride.set(.studentID, .uuid(student)), GradeOverride.set(.courseID, .uuid(course))])
      return ["gradeOverride": id, "course": course]
    }
  }

  /// Takes a grade that was set by hand back.
  static var clearGradeOverride: Resolver {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let (student, course) = try await place(input, rows)
      _ = try await rows.delete(GradeOverride.self, where: GradeOverride.isOf(student, course))
      return ["course": course]
    }
  }

  private static func place(
    _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> (student: UUIDValue, course: UUIDValue) {
    guard let student = try await rows.existing(Student.self, .id, named: "studentId", input) else {
      throw input.notFound("studentId")
    }
    guard let course = try await rows.existing(Course.self, .name, named: "courseId", input) else {
      throw input.notFound("courseId")
    }
    return (student, course)
  }
}
