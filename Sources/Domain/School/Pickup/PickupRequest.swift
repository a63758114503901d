import GraphQL
import Planning
import SQL

/// The actions of parents (BG-05).
enum PickupRequest {
  private static let maximum = 20

  static var request: Resolver<Viewer> {
    .mutation(access: .parents) { input throws(MutationFailure) in
      let note = try input.optionalText("note", characters: 1...500, lines: .many)
      let minutes = try input.integer("estimatedMinutes")
      if let minutes, !(0...600).contains(minutes) {
        throw .invalid("\"estimatedMinutes\" must be from 0 to 600, got \(minutes).", at: input.path(of: "estimatedMinutes"))
      }
      let school = input.isNull("schoolId") || !input.isGiven("schoolId") ? nil : try input.requiredID("schoolId")
      let students = try input.ids("studentIds", atMost: maximum) ?? []
      let values = [
        Dismissal.set(.note, note.map { .text($0) } ?? .null(.text)),
        Dismissal.set(.estimatedMinutes, minutes.map { .int4($0) } ?? .null(.int4)),
      ]
      // A request for an existing dismissal changes only the fields that the input names.
      let amendments = zip(["note", "estimatedMinutes"], values).filter { input.isGiven($0.0) }.map(\.1)
      return { rows throws(MutationFailure) in
        let enrolments = try await enrolments(of: students, in: school, input, rows)
        // Refused without a rollback: the notice to staff stays.
        if let refusal = try await barred(enrolments, input, rows) { return .refused(refusal) }
        try await checkDay(enrolments, input, rows)
        let keys = try await dismissals(of: enrolments, values, amending: amendments, input, rows)
        return .changed(changed(keys))
      }
    }.listing(atMost: maximum)
  }

  /// The dismissals of today that there are now.
  /// - Parameters:
  ///   - values: those of new ones.
  ///   - amendments: those of dismissals that are requested already.
  private static func dismissals(
    of enrolments: [UUIDValue], _ values: [ColumnValue], amending amendments: [ColumnValue], _ input: MutationInput,
    _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> [UUIDValue] {
    let write = DismissalWrite<Dismissal>(action: .request, actors: ActorNames(try await rows.memberName()), rows: rows)
    let today = try await write.today(of: enrolments)
    var added: [DismissalWrite<Dismissal>.New] = []
    var amended: [DismissalWrite<Dismissal>.Found] = []
    var keys: [UUIDValue] = []
    for (index, enrolment) in enrolments.enumerated() {
      let known = today[enrolment]
      let path = input.path(of: "studentIds") + ["\(index)"]
      switch known.map(write.outcome(in:)) ?? DismissalTable.outcome(of: .request, in: nil) {
      case .new(let state):
        if let known, known.numberOfDay >= DismissalWrite<Dismissal>.maximumOfDay { throw DismissalWrite<Dismissal>.tooMany(path) }
        let new = DismissalWrite<Dismissal>.New(state, of: enrolment)
        added.append(new)
        keys.append(new.key)
      case .amend:
        guard let known else { continue }
        amended.append(known)
        keys.append(known.id)
      case .absent: throw DismissalWrite<Dismissal>.absent(path)
      case .conflict: throw write.conflict(known?.state ?? .confirmed, path)
      case .move, .moveIfNoneIsOpen, .unchanged, .skip, .notFound:
        if let known { keys.append(known.id) }
      }
    }
    try await write.change(amended, input, "studentIds", amending: amendments)
    try await write.insert(added, values)
    return keys
  }

  static var confirm: Resolver<Viewer> { change(.confirm) }
  static var cancel: Resolver<Viewer> { change(.cancel) }

  /// An action on dismissals that are there: all of them, or none.
  private static func change(_ action: DismissalAction) -> Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let ids = try input.ids("ids", atMost: maximum) ?? []
      let write = DismissalWrite<Dismissal>(action: action, actors: ActorNames(try await rows.memberName()), rows: rows)
      let found = try await write.found(ids, input, "ids")
      try await rows.refuseNewGuardian(of: found.map(\.enrolment)) { input.path(of: "ids") + (ids.count > 1 ? ["\($0)"] : []) }
      try await write.change(found, input, "ids")
      return changed(ids)
    }.listing(atMost: maximum)
  }

  private static func changed(_ keys: [UUIDValue]) -> ChangedKeys {
    var changed: ChangedKeys = [:]
    changed[all: "dismissals"] = keys
    return changed
  }

  /// The confirmed enrolment of each student, in their order.
  private static func enrolments(
    of students: [UUIDValue], in school: UUIDValue?, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> [UUIDValue] {
    let found = try await rows.found(Enrolment.self, columns: [.id, .studentID]) { row in
      let inSchool: SQL = school.map { " AND \(row[.schoolID]) = \(bind: .uuid($0))" } ?? ""
      return "\(row[.studentID]) = ANY (\(bind: .uuidArray(students))) AND \(row[.state]) = 'CONFIRMED'\(inSchool)"
    }
    if school != nil, found.count == 0 { throw input.notFound("schoolId") }
    var enrolled: [UUIDValue] = []
    for (index, student) in students.enumerated() {
      let path = input.path(of: "studentIds") + ["\(index)"]
      let own = (0..<found.count).filter { found.uuid(row: $0, column: 1) == student }
      guard let row = own.first, let id = found.uuid(row: row, column: 0) else {
        throw .notFound("No school has confirmed an enrolment of this student.", at: path)
      }
      guard own.count == 1 else {
        throw .invalid("This student is in several schools: say which with \"schoolId\".", at: path)
      }
      enrolled.append(id)
    }
    return enrolled
  }

  /// The refusal of a parent whom the school has barred from one of the students; nil for others. Staff are told, at most every ten
  /// minutes.
  private static func barred(
    _ enrolments: [UUIDValue], _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> MutationFailure? {
    let kept = try await rows.keptFrom(enrolments)
    guard let enrolment = kept.barred.first, let index = enrolments.firstIndex(of: enrolment) else {
      guard let new = kept.new.first, let index = enrolments.firstIndex(of: new) else { return nil }
      return ScopedRows.newGuardian(at: input.path(of: "studentIds") + ["\(index)"])
    }
    _ = try await rows.call(.noteToStaff, .uuid(enrolment), .text("BARRED_REQUEST"), .text(try await rows.memberName()))
    return .forbidden("The school does not let you collect this student: ask the school.", at: input.path(of: "studentIds") + ["\(index)"])
  }

  /// Refuses a request outside the school's hours, and for students who are absent.
  private static func checkDay(
    _ enrolments: [UUIDValue], _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    let days = try await rows.call(.pickupDays, .uuidArray(enrolments))
    for (index, enrolment) in enrolments.enumerated() {
      let path = input.path(of: "studentIds") + ["\(index)"]
      guard let row = (0..<days.count).first(where: { days.uuid(row: $0, column: 0) == enrolment }) else { continue }
      if days.isTrue(row: row, column: 4) {
        throw DismissalWrite<Dismissal>.absent(path)
      }
      if !days.isTrue(row: row, column: 3) {
        throw .conflict("The school takes no requests at this time: see School.pickupFrom.", at: path, version: nil)
      }
    }
  }
}
