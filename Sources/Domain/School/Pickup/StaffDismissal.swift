import GraphQL
import Planning
import SQL

/// The actions of staff (BG-05).
enum StaffDismissal {
  private static let maximum = 100

  /// The reason of a dismissal that ends since its student is absent. Parents read it.
  static let absenceReason = "The student is absent."

  static var call: Resolver<Viewer> {
    .staffMutation(entering: { input, rows throws(MutationFailure) in
      let ids = try input.ids("ids", atMost: maximum) ?? []
      let (places, _, seen, names, today, absent) = try await rows.read(
        rows.places(), locking(students: ids), students(ids, rows), rows.staffNames(),
        DismissalWrite<ClassDismissal>.today(of: ids, in: rows), absent(ids))
      let students = try ordered(seen, by: ids, input)
      let write = DismissalWrite<ClassDismissal>(action: .call, actors: names, rows: rows)
      var added: [DismissalWrite<ClassDismissal>.New] = []
      var known: [DismissalWrite<ClassDismissal>.Found] = []
      var keys: [UUIDValue] = []
      for (index, student) in students.enumerated() {
        let path = input.path(of: "ids") + ["\(index)"]
        let dismissal = today[student.id]
        switch DismissalTable.outcome(of: .call, in: dismissal?.state, isAbsent: absent.contains(student.id)) {
        case .new(let state):
          if let dismissal, dismissal.numberOfDay >= DismissalWrite<ClassDismissal>.maximumOfDay {
            throw DismissalWrite<ClassDismissal>.tooMany(path)
          }
          let new = DismissalWrite<ClassDismissal>.New(state, of: student.id, at: student.school, family: student.family)
          added.append(new)
          keys.append(new.key)
        case .absent: throw DismissalWrite<ClassDismissal>.absent(path)
        case .move, .moveIfNoneIsOpen, .amend, .unchanged, .skip, .conflict, .notFound:
          guard let dismissal else { continue }
          known.append(dismissal)
          keys.append(dismissal.id)
        }
      }
      let changes = try await write.changes(known, input, "ids")
      return .changed(changed(keys), finally: changes + write.insertions(added), viewer: rows.viewer.at(places))
    }).listing(atMost: maximum)
  }

  static var markReady: Resolver<Viewer> { change(.markReady) }
  static var markNotReady: Resolver<Viewer> { change(.markNotReady) }
  static var cancel: Resolver<Viewer> { change(.cancelByStaff) }

  static var reopen: Resolver<Viewer> {
    .staffMutation(entering: { input, rows throws(MutationFailure) in
      let reason = try input.text("reason", characters: 1...500, lines: .many)
      let id = try input.requiredID("id")
      return try await run(.reopen, detail: reason, on: [id], input, "id", answering: ["dismissal": id], rows)
    })
  }

  /// An absent student needs no pickup: what is open ends, and parents are told.
  static var markAbsent: Resolver<Viewer> {
    .staffMutation(entering: { input, rows throws(MutationFailure) in
      let ids = try input.ids("ids", atMost: maximum) ?? []
      let isAbsent = input.isNull("isAbsent") || !input.isGiven("isAbsent") || input.flag("isAbsent")
      let (places, _, seen, names) = try await rows.read(
        rows.places(), locking(students: ids), students(ids, rows), rows.staffNames())
      let students = try ordered(seen, by: ids, input)
      let (_, today) = try await rows.read(
        Reading(.markAbsence(enrolled: ids, isAbsent: isAbsent, markedBy: students.map { names.name(at: $0.school) })),
        DismissalWrite<ClassDismissal>.today(of: ids, in: rows))
      let write = DismissalWrite<ClassDismissal>(action: .markAbsent, actors: names, detail: absenceReason, rows: rows)
      let changes = try await isAbsent ? write.changes(ids.compactMap { today[$0] }, input, "ids") : []
      var keys: ChangedKeys = [:]
      keys[all: "students"] = ids
      return .changed(keys, finally: changes, viewer: rows.viewer.at(places))
    }).listing(atMost: maximum)
  }

  /// An action on dismissals that are there: all of them, or none.
  private static func change(_ action: DismissalAction) -> Resolver<Viewer> {
    .staffMutation(entering: { input, rows throws(MutationFailure) in
      let reason = action.requirement == .reason ? try input.text("reason", characters: 1...500, lines: .many) : nil
      let ids = try input.ids("ids", atMost: maximum) ?? []
      return try await run(action, detail: reason, on: ids, input, "ids", answering: changed(ids), rows)
    }).listing(atMost: maximum)
  }

  private static func run(
    _ action: DismissalAction, detail: String?, on ids: [UUIDValue], _ input: MutationInput, _ name: String,
    answering keys: ChangedKeys, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> MutationOutcome<Viewer> {
    let (places, _, names, seen) = try await rows.read(
      rows.places(), locking(dismissals: ids), rows.staffNames(), DismissalWrite<ClassDismissal>.found(ids, in: rows))
    let write = DismissalWrite<ClassDismissal>(action: action, actors: names, detail: detail, rows: rows)
    let found = try DismissalWrite<ClassDismissal>.ordered(seen, by: ids, input, name)
    let changes = try await write.changes(found, input, name)
    return .changed(keys, finally: changes, viewer: rows.viewer.at(places))
  }

  /// Locks the families of students, and of dismissals, that the viewer sees as staff.
  static func locking(students: [UUIDValue] = [], dismissals: [UUIDValue] = []) -> Reading<Void> {
    Reading(.lockFamiliesAsStaff(enrolled: students, guarding: [], open: dismissals))
  }

  private static func changed(_ keys: [UUIDValue]) -> ChangedKeys {
    var changed: ChangedKeys = [:]
    changed[all: "dismissals"] = keys
    return changed
  }

  /// A student as a change by staff finds it.
  private struct Student {
    let id: UUIDValue
    let family: UUIDValue
    let school: UUIDValue?
  }

  /// The confirmed ones of some students whom the viewer sees as staff.
  private static func students(_ ids: [UUIDValue], _ rows: ScopedRows<Viewer>) -> Reading<[Student]> {
    rows.reading(ClassStudent.self, columns: [.id, .familyID, .staffSchoolID]) { row in
      "\(row[.id]) = ANY (\(bind: .uuidArray(ids))) AND \(row[.state]) = 'CONFIRMED'"
    } value: { found in
      (0..<found.count).compactMap { row in
        guard let id = found.uuid(row: row, column: 0), let family = found.uuid(row: row, column: 1) else { return nil }
        return Student(id: id, family: family, school: found.uuid(row: row, column: 2))
      }
    }
  }

  /// Students in the order of their ids.
  /// - Throws: `.notFound` where the viewer does not see one.
  private static func ordered(
    _ all: [Student], by ids: [UUIDValue], _ input: MutationInput
  ) throws(MutationFailure) -> [Student] {
    var students: [Student] = []
    for (index, id) in ids.enumerated() {
      guard let student = all.first(where: { $0.id == id }) else {
        throw .notFound("There is no such student.", at: input.path(of: "ids") + ["\(index)"])
      }
      students.append(student)
    }
    return students
  }

  /// The students who are marked absent today, of those that the viewer sees as staff.
  private static func absent(_ ids: [UUIDValue]) -> Reading<Set<UUIDValue>> {
    Reading(.pickupDays(enrolled: ids)) { days in Set(days.filter(\.isAbsent).map(\.enrolmentID)) }
  }
}
