import GraphQL
import Planning
import SQL

/// How students come into schools and leave them (BG-02), and whom schools let collect them.
enum EnrolmentChange {
  private static let maximumListed = 200
  private static let maximumOnRoll = 10_000

  static var enroll: Resolver<Viewer> {
    .mutation(access: .parents) { input throws(MutationFailure) in
      { rows throws(MutationFailure) in try await enroll(input, rows) }
    }
  }

  private static func enroll(
    _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> MutationOutcome<Viewer> {
    let number = try StudentNumber(input).text
    let gender = try input.optionalText("gender", characters: 1...50)
    let given = try input.optionalText("code", characters: 1...64)
    let (student, school) = (try input.requiredID("studentId"), try input.requiredID("schoolId"))
    let wanted = input.isNull("classId") || !input.isGiven("classId") ? nil : try input.requiredID("classId")
    let id = try input.newID()
    // Text that is no code at all is looked for as well: one answer for all that are wrong.
    let hash = given.map { JoinCode($0, length: JoinCode.invitationLength)?.hash ?? .hash(of: "") }
    if given != nil {
      try await rows.count(
        "enrolmentCodes", "codes", by: try rows.account().accountID.description, atMost: EnrolmentCodeChange.attempts, within: 3600,
        at: input.path(of: "code"))
      // Refused without a rollback: the attempt stays counted.
      switch try await rows.call(.enrolmentCodeState(school: school, number: number, hash: hash)) {
      case .open, .own: break
      case .none: return .refused(noCode(input))
      }
    }
    guard try await rows.isNew(id, of: Enrolment.self, for: input) else {
      // A code confirms an enrolment that may have been there, under another id.
      let made = try await rows.found(Enrolment.self, columns: [.id]) { row in
        """
        (\(row[.id]) = \(bind: .uuid(id)) OR \(row[.studentID]) = \(bind: .uuid(student)) AND \(row[.schoolID]) = \(bind: .uuid(school)) \
        AND \(row[.state]) = 'CONFIRMED' AND \(bind: .bool(given != nil)))
        """
      }
      let keys = (0..<made.count).compactMap { made.uuid(row: $0, column: 0) }
      guard let enrolment = keys.first(where: { $0 == id }) ?? keys.first else { throw input.gone }
      return .changed(["enrolment": enrolment])
    }
    guard try await rows.row(Student.self, key: student, columns: [.id]).count == 1 else {
      throw input.notFound("studentId")
    }
    let enrolled = try await rows.call(
      .enrollStudent(enrolment: id, student: student, school: school, wanted: wanted, number: number, gender: gender, hash: hash))
    switch enrolled.outcome {
    case .done: break
    case .known: throw .conflict("This student is enrolled at this school already: see Family.enrolments.", at: input.path(of: "studentId"), version: nil)
    case .class: throw input.notFound("classId")
    case .none: throw input.notFound("schoolId")
    case .barred: throw barred(at: input.path(of: "studentId"))
    case .code: throw noCode(input)
    }
    // Limit guesses of numbers of the roll: each guess is an enrolment that the school sees.
    try await rows.count(
      "enrolments", "enrolments", by: rows.viewer.membership?.familyID.description ?? "", atMost: 20, within: 86_400,
      at: input.path(of: "studentNumber"))
    return .changed(["enrolment": enrolled.enrolmentID])
  }

  private static func noCode(_ input: MutationInput) -> MutationFailure {
    .notFound("The school has no open code of this kind for this number: ask the school for another one.", at: input.path(of: "code"))
  }

  static var end: Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let found = try await rows.row(Enrolment.self, key: id, columns: [.state])
      guard found.count == 1 else { throw input.notFound("id") }
      if found.text(row: 0, column: 0) != "ENDED" {
        if try await rows.call(.isBarredFrom(enrolment: id)) { throw barred(at: input.path(of: "id")) }
        _ = try await rows.call(.endEnrolment(enrolment: id, endedBy: try await rows.read(rows.memberName())))
      }
      return ["enrolment": id]
    }
  }

  static var place: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let wanted = input.isNull("classId") || !input.isGiven("classId") ? nil : try input.requiredID("classId")
      try await lockStudent(id, input, rows)
      switch try await rows.call(.placeEnrolment(enrolment: id, class: wanted)) {
      case .done: break
      case .class:
        if wanted != nil { throw input.notFound("classId") }
        throw .invalid("Say a class of the school: the family has named none.", at: input.path(of: "classId"))
      case .none: throw input.notFound("id")
      }
      return ["student": id]
    }
  }

  static var remove: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      try await lockStudent(id, input, rows)
      let school = try await rows.row(ClassStudent.self, key: id, columns: [.staffSchoolID]).uuid(row: 0, column: 0)
      let name = try await rows.read(rows.staffNames()).name(at: school)
      switch try await rows.call(.endEnrolment(enrolment: id, endedBy: name)) {
      case .done: return ["id": id]
      case .none: throw input.notFound("id")
      }
    }
  }

  static var bar: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let isBarred = input.isNull("isBarred") || !input.isGiven("isBarred") || input.flag("isBarred")
      try await lockGuardian(id, input, rows)
      switch try await rows.call(.barGuardian(guardian: id, barred: isBarred)) {
      case .done: break
      case .barred: throw .forbidden("A bar of your own account is lifted by another administrator: ask one.", at: input.path(of: "id"))
      case .none: throw input.notFound("id")
      }
      return ["guardian": id]
    }
  }

  static var addToRoll: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let school = try input.requiredID("schoolId")
      var entries: [(number: String, name: String, classID: UUIDValue?)] = []
      for item in try input.items("students", atLeast: 1, atMost: maximumListed) {
        let number = try StudentNumber(item).text
        let name = try item.text("name", characters: 1...200, lines: .name) ?? ""
        if entries.contains(where: { $0.number == number }) {
          throw .invalid("This number comes twice.", at: item.path(of: "studentNumber"))
        }
        entries.append((number, name, item.isNull("classId") || !item.isGiven("classId") ? nil : try item.requiredID("classId")))
      }
      try rows.requireAdministration(of: school, input, "schoolId")
      guard try await rows.locked(School.self, key: school, columns: [.id]).count == 1 else {
        throw input.notFound("schoolId")
      }
      let numbers = entries.map(\.number)
      let others = try await rows.found(SchoolStudent.self, columns: [.id]) { row in
        "\(row[.schoolID]) = \(bind: .uuid(school)) AND \(row[.studentNumber]) <> ALL (\(bind: .textArray(numbers)))"
      }.count
      guard others + entries.count <= maximumOnRoll else {
        throw .refused(
          "The list of a school has at most \(maximumOnRoll) students.", code: .limitExceeded, at: input.path(of: "students"),
          extensions: [.init("limit", .string("roll")), .init("maximum", .number("\(maximumOnRoll)"))])
      }
      let known = try await rows.found(SchoolStudent.self, columns: [.id, .studentNumber]) { row in
        "\(row[.schoolID]) = \(bind: .uuid(school)) AND \(row[.studentNumber]) = ANY (\(bind: .textArray(numbers)))"
      }
      let named = Set(entries.compactMap(\.classID))
      let classes = try await rows.found(SchoolClass.self, columns: [.id]) { row in
        "\(row[.schoolID]) = \(bind: .uuid(school)) AND \(row[.id]) = ANY (\(bind: .uuidArray(Array(named))))"
      }
      let unknown = named.subtracting((0..<classes.count).compactMap { classes.uuid(row: $0, column: 0) })
      if let index = entries.firstIndex(where: { $0.classID.map(unknown.contains) ?? false }) {
        throw .notFound("The school has no such class.", at: input.path(of: "students") + ["\(index)", "classId"])
      }
      var keys: [UUIDValue] = []
      var added: [(key: UUIDValue, values: [ColumnValue])] = []
      for entry in entries {
        let values = [
          SchoolStudent.set(.name, .text(entry.name)),
          SchoolStudent.set(.classID, entry.classID.map { .uuid($0) } ?? .null(.uuid)),
        ]
        let row = (0..<known.count).first { known.text(row: $0, column: 1) == entry.number }
        if let row, let id = known.uuid(row: row, column: 0) {
          _ = try await rows.update(SchoolStudent.self, key: id, values)
          keys.append(id)
        } else {
          added.append((.timeOrdered(), values + [
            SchoolStudent.set(.schoolID, .uuid(school)), SchoolStudent.set(.studentNumber, .text(entry.number)),
          ]))
          keys.append(added[added.count - 1].key)
        }
      }
      if !added.isEmpty { try await rows.insert(SchoolStudent.self, added) }
      var changed: ChangedKeys = [:]
      changed[all: "students"] = keys
      return changed
    }.listing(atMost: maximumListed)
  }

  static var removeFromRoll: Resolver<Viewer> {
    .placeMutation(access: .signedIn) { input throws(MutationFailure) in
      let ids = try input.ids("ids", atMost: maximumListed) ?? []
      return { rows throws(MutationFailure) in
        let rows = try await rows.loadingStaffScopes()
        let removed = try await rows.delete(SchoolStudent.self) { row in
          "\(row[.id]) = ANY (\(bind: .uuidArray(ids))) AND \(row[.schoolID]) = ANY (\(row.viewer(.administeredSchoolIDs)))"
        }
        if let index = ids.firstIndex(where: { !removed.contains($0) }) {
          throw .notFound("The list has no such student.", at: input.path(of: "ids") + ["\(index)"])
        }
        return .changed([:], values: ["count": .integer(Int32(removed.count))], viewer: rows.viewer)
      }
    }
  }

  /// The refusal of what a parent may not do whom the school has barred from the student.
  static func barred(at path: [String]) -> MutationFailure {
    .forbidden("The school does not let you decide about this student: ask the school.", at: path)
  }

  /// Locks the family of a guardian whom the viewer sees as staff, and refuses who does not administer the school.
  static func lockGuardian(
    _ id: UUIDValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    try await rows.call(.lockFamiliesAsStaff(enrolled: [], guarding: [id], open: []))
    let found = try await rows.row(ClassGuardian.self, key: id, columns: [.staffSchoolID])
    guard found.count == 1, let school = found.uuid(row: 0, column: 0) else { throw input.notFound("id") }
    try rows.requireAdministration(of: school, input, "id")
  }

  /// Locks the family of a student whom the viewer sees as staff, and refuses who does not administer the school.
  static func lockStudent(
    _ id: UUIDValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    try await rows.call(.lockFamiliesAsStaff(enrolled: [id], guarding: [], open: []))
    let found = try await rows.row(ClassStudent.self, key: id, columns: [.staffSchoolID])
    guard found.count == 1, let school = found.uuid(row: 0, column: 0) else { throw input.notFound("id") }
    try rows.requireAdministration(of: school, input, "id")
  }
}
