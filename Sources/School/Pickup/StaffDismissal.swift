import GraphQL
import Planning
import SQL

/// The actions of staff (BG-05).
enum StaffDismissal {
  private static let maximum = 100

  static var call: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let ids = try input.ids("ids", atMost: maximum) ?? []
      _ = try await rows.call(.lockFamiliesAsStaff, .uuidArray(ids), .uuidArray([]), .uuidArray([]))
      let students = try await students(ids, input, rows)
      let write = DismissalWrite<ClassDismissal>(
        action: .call, actor: try await rows.staffName(), rows: rows)
      let today = try await write.today(of: ids)
      var added: [(key: UUIDValue, enrolment: UUIDValue, family: UUIDValue?, state: DismissalState)] = []
      var known: [DismissalWrite<ClassDismissal>.Found] = []
      var keys: [UUIDValue] = []
      for student in students {
        if case .new(let state) = DismissalTable.outcome(of: .call, in: today[student.id]?.state) {
          added.append((.timeOrdered(), student.id, student.family, state))
          keys.append(added[added.count - 1].key)
        } else if let dismissal = today[student.id] {
          known.append(dismissal)
          keys.append(dismissal.id)
        }
      }
      try await write.change(known, input, "ids")
      if !added.isEmpty { try await write.insert(added, []) }
      return changed(keys, watching: students.flatMap(\.watched))
    }
  }

  static var markReady: Resolver<Viewer> { change(.markReady) }
  static var markNotReady: Resolver<Viewer> { change(.markNotReady) }
  static var cancel: Resolver<Viewer> { change(.cancelByStaff) }

  static var handOver: Resolver<Viewer> {
    single(.handOver) { input throws(MutationFailure) in try input.text("to", characters: 1...200, lines: .name) }
  }

  static var reopen: Resolver<Viewer> {
    single(.reopen) { input throws(MutationFailure) in try input.text("reason", characters: 1...500, lines: .many) }
  }

  static var markAbsent: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let ids = try input.ids("ids", atMost: maximum) ?? []
      let isAbsent = input.isNull("isAbsent") || !input.isGiven("isAbsent") || input.flag("isAbsent")
      _ = try await rows.call(.lockFamiliesAsStaff, .uuidArray(ids), .uuidArray([]), .uuidArray([]))
      let students = try await students(ids, input, rows)
      _ = try await rows.call(.markAbsence, .uuidArray(ids), .bool(isAbsent))
      var keys: ChangedKeys = [:]
      keys[all: "students"] = ids
      keys.watched = students.flatMap(\.watched)
      return keys
    }
  }

  /// An action on dismissals that are there: all of them, or none.
  private static func change(_ action: DismissalAction) -> Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let reason = action.requirement == .reason ? try input.text("reason", characters: 1...500, lines: .many) : nil
      let ids = try input.ids("ids", atMost: maximum) ?? []
      let found = try await run(action, detail: reason, on: ids, input, "ids", rows)
      return changed(ids, watching: found.flatMap(\.watched))
    }
  }

  private static func single(
    _ action: DismissalAction, detail: @escaping @Sendable (MutationInput) throws(MutationFailure) -> String?
  ) -> Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let detail = try detail(input)
      let id = try input.requiredID("id")
      let found = try await run(action, detail: detail, on: [id], input, "id", rows)
      var keys: ChangedKeys = ["dismissal": id]
      keys.watched = found.flatMap(\.watched)
      return keys
    }
  }

  private static func run(
    _ action: DismissalAction, detail: String?, on ids: [UUIDValue], _ input: MutationInput, _ name: String,
    _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> [DismissalWrite<ClassDismissal>.Found] {
    _ = try await rows.call(.lockFamiliesAsStaff, .uuidArray([]), .uuidArray([]), .uuidArray(ids))
    let write = DismissalWrite<ClassDismissal>(
      action: action, actor: try await rows.staffName(), detail: detail, rows: rows)
    let found = try await write.found(ids, input, name)
    try await write.change(found, input, name)
    return found
  }

  private static func changed(_ keys: [UUIDValue], watching others: [UUIDValue]) -> ChangedKeys {
    var changed: ChangedKeys = [:]
    changed[all: "dismissals"] = keys
    changed.watched = others
    return changed
  }

  /// Confirmed students whom the viewer sees as staff, in the order of their ids.
  private static func students(
    _ ids: [UUIDValue], _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> [(id: UUIDValue, family: UUIDValue, watched: [UUIDValue])] {
    let found = try await rows.found(ClassStudent.self, columns: [.id, .familyID, .classID, .staffSchoolID]) { row in
      "\(row[.id]) = ANY (\(bind: .uuidArray(ids))) AND \(row[.state]) = 'CONFIRMED'"
    }
    var students: [(id: UUIDValue, family: UUIDValue, watched: [UUIDValue])] = []
    for (index, id) in ids.enumerated() {
      guard let row = (0..<found.count).first(where: { found.uuid(row: $0, column: 0) == id }),
        let family = found.uuid(row: row, column: 1)
      else { throw .notFound("There is no such student.", at: input.path(of: "ids") + ["\(index)"]) }
      students.append((id, family, [family] + [found.place(row: row, class: 2, school: 3)].compactMap { $0 }))
    }
    return students
  }
}

extension ScopedRows where Viewer == School.Viewer {
  /// The name of the viewer at one of its schools.
  func staffName() async throws(MutationFailure) -> String {
    let account = try account().accountID
    let found = try await found(SchoolPlace.self, columns: [.name]) { "\($0[.accountID]) = \(bind: .uuid(account))" }
    return found.count > 0 ? found.text(row: 0, column: 0) ?? "" : ""
  }
}
