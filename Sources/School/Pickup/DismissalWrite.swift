import Planning
import SQL

/// The changes of dismissals that an action makes, by ``DismissalTable``. All families of them are locked.
struct DismissalWrite<Type: DismissalRows> {
  /// A dismissal as the action finds it.
  struct Found {
    let id: UUIDValue
    let state: DismissalState
    let enrolment: UUIDValue
    /// The ids of the family and of the place whose versions a change of it bumps.
    let watched: [UUIDValue]
  }

  let action: DismissalAction
  /// The actor's name.
  let actor: String
  /// The reason, or the adult's name.
  var detail: String?
  let rows: ScopedRows<Viewer>

  /// The dismissals with these ids, in their order.
  /// - Throws: `.notFound` where the viewer does not see one.
  func found(_ ids: [UUIDValue], _ input: MutationInput, _ name: String) async throws(MutationFailure) -> [Found] {
    let all = try await found { "\($0[.id]) = ANY (\(bind: .uuidArray(ids)))" }
    var ordered: [Found] = []
    for (index, id) in ids.enumerated() {
      guard let known = all.first(where: { $0.id == id }) else {
        throw .notFound("There is no such dismissal.", at: input.path(of: name) + (ids.count > 1 ? ["\(index)"] : []))
      }
      ordered.append(known)
    }
    return ordered
  }

  /// The dismissals of today of some enrolments, by the enrolment: the open one, or the latest.
  func today(of enrolments: [UUIDValue]) async throws(MutationFailure) -> [UUIDValue: Found] {
    let all = try await found {
      "\($0[.enrolmentID]) = ANY (\(bind: .uuidArray(enrolments))) AND \($0[.dayEndsAt]) > now()"
    }
    return Dictionary(all.map { ($0.enrolment, $0) }) { first, other in
      DismissalState.open.contains(first.state) ? first : other
    }
  }

  private func found(
    where condition: (TypedRow<Type>) -> SQL
  ) async throws(MutationFailure) -> [Found] {
    let rows = try await rows.found(
      Type.self, columns: [.id, .enrolmentID, .familyID, .classID, .staffSchoolID],
      computed: [{ DismissalFields.state(of: $0, until: Type.dayEnd) }], order: .requestedAt, where: condition)
    return (0..<rows.count).compactMap { row in
      guard let id = rows.uuid(row: row, column: 0), let enrolment = rows.uuid(row: row, column: 1),
        let state = rows.text(row: row, column: 5).flatMap(DismissalState.init(rawValue:))
      else { return nil }
      return Found(
        id: id, state: state, enrolment: enrolment,
        watched: [rows.uuid(row: row, column: 2), rows.place(row: row, class: 3, school: 4)].compactMap { $0 })
    }
  }

  /// Does the action on dismissals that are there.
  /// - Throws: `.conflict` where the state of one does not allow it: then nothing is changed.
  func change(_ found: [Found], _ input: MutationInput, _ name: String) async throws(MutationFailure) {
    var moved: [DismissalState: [Found]] = [:]
    for (index, dismissal) in found.enumerated() {
      let path = input.path(of: name) + (found.count > 1 ? ["\(index)"] : [])
      switch DismissalTable.outcome(of: action, in: dismissal.state) {
      case .move(let state): moved[state, default: []].append(dismissal)
      case .moveIfNoneIsOpen(let state):
        let open = try await today(of: [dismissal.enrolment])[dismissal.enrolment]
        if let open, open.id != dismissal.id, DismissalState.open.contains(open.state) { throw conflict(open.state, path) }
        moved[state, default: []].append(dismissal)
      case .unchanged, .skip: break
      case .conflict: throw conflict(dismissal.state, path)
      case .new, .notFound: throw .notFound("There is no such dismissal.", at: path)
      }
    }
    for (state, dismissals) in moved.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard let former = dismissals.first?.state else { continue }
      let ids = dismissals.map(\.id)
      _ = try await rows.update(Type.self, values(state, from: former)) { "\($0[.id]) = ANY (\(bind: .uuidArray(ids)))" }
    }
  }

  func conflict(_ state: DismissalState, _ path: [String]) -> MutationFailure {
    .conflict(
      DismissalTable.conflictMessage(of: action, in: state) ?? "The dismissal of this student is \(state.rawValue).", at: path,
      version: nil)
  }

  /// Adds dismissals of today.
  /// - Parameter enrolments: with the family of each, for rows of several; and the key of the new row.
  func insert(
    _ enrolments: [(key: UUIDValue, enrolment: UUIDValue, family: UUIDValue?, state: DismissalState)],
    _ others: [ColumnValue]
  ) async throws(MutationFailure) {
    try await rows.insert(
      Type.self,
      enrolments.map { new in
        let day: SQL = "pickup_days(ARRAY[\(bind: .uuid(new.enrolment))]) AS days"
        let own: [ColumnValue] = [
          Type.set(.enrolmentID, .uuid(new.enrolment)), Type.set(.day, sql: "(SELECT days.day FROM \(day))"),
          Type.set(.dayEndsAt, sql: "(SELECT days.day_ends_at FROM \(day))"),
        ]
        let family = new.family.map { [Type.set(.familyID, .uuid($0))] } ?? []
        // The column of its state comes with the stamps.
        return (key: new.key, values: own + family + others + values(new.state, from: nil))
      })
  }

  /// The state and the stamps that the action writes.
  private func values(_ state: DismissalState, from former: DismissalState?) -> [ColumnValue] {
    var values = [ColumnValue("state", .text(state.rawValue))]
    guard let stamps = DismissalTable.stamps(of: action, in: former) else { return values }
    for stamp in stamps.sets.sorted(by: { $0.rawValue < $1.rawValue }) {
      values.append(.now(stamp.timeColumn))
      if let column = stamp.actorColumn { values.append(ColumnValue(column, .text(actor))) }
      if let column = stamp.detailColumn { values.append(ColumnValue(column, detail.map { .text($0) } ?? .null(.text))) }
    }
    for stamp in stamps.clears.sorted(by: { $0.rawValue < $1.rawValue }) {
      values += stamp.columns.map { ColumnValue($0, stamp.timeColumn == $0 ? .null(.timestamptz) : .null(.text)) }
    }
    return values
  }
}
