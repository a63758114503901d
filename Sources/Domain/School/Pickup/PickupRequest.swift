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
        let (name, kept, days, today) = try await rows.read(
          rows.memberName(), rows.keptFrom("\(bind: .uuidArray(enrolments))"), days(enrolments),
          DismissalWrite<Dismissal>.today(of: enrolments, in: rows))
        // Refused without a rollback: the notice to staff stays.
        if let refusal = try await refusal(of: name, kept, enrolments, input, rows) { return .refused(refusal) }
        try check(days, enrolments, input)
        let write = DismissalWrite<Dismissal>(action: .request, actors: ActorNames(name), rows: rows)
        return try await dismissals(of: enrolments, today, values, amending: amendments, input, write)
      }
    }.listing(atMost: maximum)
  }

  /// The dismissals of today that there are now.
  /// - Parameters:
  ///   - today: those that there were.
  ///   - values: those of new ones.
  ///   - amendments: those of dismissals that are requested already.
  private static func dismissals(
    of enrolments: [UUIDValue], _ today: [UUIDValue: DismissalWrite<Dismissal>.Found], _ values: [ColumnValue],
    amending amendments: [ColumnValue], _ input: MutationInput, _ write: DismissalWrite<Dismissal>
  ) async throws(MutationFailure) -> MutationOutcome<Viewer> {
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
    let changes = try await write.changes(amended, input, "studentIds", amending: amendments)
    return .changed(changed(keys), finally: changes + write.insertions(added, values))
  }

  static var confirm: Resolver<Viewer> { change(.confirm) }
  static var cancel: Resolver<Viewer> { change(.cancel) }

  /// An action on dismissals that are there: all of them, or none.
  private static func change(_ action: DismissalAction) -> Resolver<Viewer> {
    .mutation(access: .parents) { input throws(MutationFailure) in
      { rows throws(MutationFailure) in
        let ids = try input.ids("ids", atMost: maximum) ?? []
        let enrolments = rows.array(of: Dismissal.self, .enrolmentID) { "\($0[.id]) = ANY (\(bind: .uuidArray(ids)))" }
        let (name, seen, kept) = try await rows.read(
          rows.memberName(), DismissalWrite<Dismissal>.found(ids, in: rows), rows.keptFrom(enrolments))
        let found = try DismissalWrite<Dismissal>.ordered(seen, by: ids, input, "ids")
        if let new = kept.new.first {
          let index = found.firstIndex { $0.enrolment == new } ?? 0
          throw ScopedRows.newGuardian(at: input.path(of: "ids") + (ids.count > 1 ? ["\(index)"] : []))
        }
        let write = DismissalWrite<Dismissal>(action: action, actors: ActorNames(name), rows: rows)
        return .changed(changed(ids), finally: try await write.changes(found, input, "ids"))
      }
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
  private static func refusal(
    of name: String, _ kept: (barred: [UUIDValue], new: [UUIDValue]), _ enrolments: [UUIDValue], _ input: MutationInput,
    _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> MutationFailure? {
    guard let enrolment = kept.barred.first, let index = enrolments.firstIndex(of: enrolment) else {
      guard let new = kept.new.first, let index = enrolments.firstIndex(of: new) else { return nil }
      return ScopedRows.newGuardian(at: input.path(of: "studentIds") + ["\(index)"])
    }
    try await rows.call(.noteToStaff(enrolment: enrolment, subject: "BARRED_REQUEST", person: name))
    return .forbidden("The school does not let you collect this student: ask the school.", at: input.path(of: "studentIds") + ["\(index)"])
  }

  /// The day of each enrolment at its school.
  private static func days(_ enrolments: [UUIDValue]) -> Reading<[UUIDValue: PickupDaysRow]> {
    Reading(.pickupDays(enrolled: enrolments)) { days in
      Dictionary(days.map { ($0.enrolmentID, $0) }) { $1 }
    }
  }

  /// Refuses a request outside the school's hours, and for students who are absent.
  private static func check(
    _ days: [UUIDValue: PickupDaysRow], _ enrolments: [UUIDValue], _ input: MutationInput
  ) throws(MutationFailure) {
    for (index, enrolment) in enrolments.enumerated() {
      let path = input.path(of: "studentIds") + ["\(index)"]
      guard let day = days[enrolment] else { continue }
      if day.isAbsent { throw DismissalWrite<Dismissal>.absent(path) }
      if !day.isOpen {
        throw .conflict("The school takes no requests at this time: see School.pickupFrom.", at: path, version: nil)
      }
    }
  }
}
