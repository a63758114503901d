import GraphQL
import Planning
import SQL

/// The actions of staff (BG-05).
enum StaffDismissal {
  private static let maximum = 100

  /// The reason of a dismissal that ends since its student is absent. Parents read it.
  static let absenceReason = "The student is absent."

  static var call: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let ids = try input.ids("ids", atMost: maximum) ?? []
      _ = try await rows.call(.lockFamiliesAsStaff, .uuidArray(ids), .uuidArray([]), .uuidArray([]))
      let students = try await students(ids, input, rows)
      let write = DismissalWrite<ClassDismissal>(action: .call, actors: try await rows.staffNames(), rows: rows)
      let today = try await write.today(of: ids)
      let absent = try await absent(ids, rows)
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
      try await write.change(known, input, "ids")
      try await write.insert(added)
      return changed(keys)
    }.listing(atMost: maximum)
  }

  static var markReady: Resolver<Viewer> { change(.markReady) }
  static var markNotReady: Resolver<Viewer> { change(.markNotReady) }
  static var cancel: Resolver<Viewer> { change(.cancelByStaff) }

  static var reopen: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let reason = try input.text("reason", characters: 1...500, lines: .many)
      let id = try input.requiredID("id")
      try await run(.reopen, detail: reason, on: [id], input, "id", rows)
      return ["dismissal": id]
    }
  }

  /// An absent student needs no pickup: what is open ends, and parents are told.
  static var markAbsent: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let ids = try input.ids("ids", atMost: maximum) ?? []
      let isAbsent = input.isNull("isAbsent") || !input.isGiven("isAbsent") || input.flag("isAbsent")
      _ = try await rows.call(.lockFamiliesAsStaff, .uuidArray(ids), .uuidArray([]), .uuidArray([]))
      let students = try await students(ids, input, rows)
      let names = try await rows.staffNames()
      _ = try await rows.call(
        .markAbsence, .uuidArray(ids), .bool(isAbsent), .textArray(students.map { names.name(at: $0.school) }))
      if isAbsent {
        let write = DismissalWrite<ClassDismissal>(action: .markAbsent, actors: names, detail: absenceReason, rows: rows)
        let today = try await write.today(of: ids)
        try await write.change(ids.compactMap { today[$0] }, input, "ids")
      }
      var keys: ChangedKeys = [:]
      keys[all: "students"] = ids
      return keys
    }.listing(atMost: maximum)
  }

  /// An action on dismissals that are there: all of them, or none.
  private static func change(_ action: DismissalAction) -> Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let reason = action.requirement == .reason ? try input.text("reason", characters: 1...500, lines: .many) : nil
      let ids = try input.ids("ids", atMost: maximum) ?? []
      try await run(action, detail: reason, on: ids, input, "ids", rows)
      return changed(ids)
    }.listing(atMost: maximum)
  }

  private static func run(
    _ action: DismissalAction, detail: String?, on ids: [UUIDValue], _ input: MutationInput, _ name: String,
    _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    _ = try await rows.call(.lockFamiliesAsStaff, .uuidArray([]), .uuidArray([]), .uuidArray(ids))
    let write = DismissalWrite<ClassDismissal>(
      action: action, actors: try await rows.staffNames(), detail: detail, rows: rows)
    let found = try await write.found(ids, input, name)
    try await write.change(found, input, name)
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

  /// Confirmed students whom the viewer sees as staff, in the order of their ids.
  private static func students(
    _ ids: [UUIDValue], _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> [Student] {
    let found = try await rows.found(ClassStudent.self, columns: [.id, .familyID, .staffSchoolID]) { row in
      "\(row[.id]) = ANY (\(bind: .uuidArray(ids))) AND \(row[.state]) = 'CONFIRMED'"
    }
    var students: [Student] = []
    for (index, id) in ids.enumerated() {
      guard let row = (0..<found.count).first(where: { found.uuid(row: $0, column: 0) == id }),
        let family = found.uuid(row: row, column: 1)
      else { throw .notFound("There is no such student.", at: input.path(of: "ids") + ["\(index)"]) }
      students.append(Student(id: id, family: family, school: found.uuid(row: row, column: 2)))
    }
    return students
  }

  /// The students who are marked absent today, of those that the viewer sees as staff.
  private static func absent(
    _ ids: [UUIDValue], _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> Set<UUIDValue> {
    let days = try await rows.call(.pickupDays, .uuidArray(ids))
    return Set((0..<days.count).filter { days.isTrue(row: $0, column: 4) }.compactMap { days.uuid(row: $0, column: 0) })
  }
}
