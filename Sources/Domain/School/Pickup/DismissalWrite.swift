import GraphQL
import Planning
import SQL

/// The changes of dismissals that an action makes, by ``DismissalTable``. All families of them are locked.
struct DismissalWrite<Type: DismissalRows> {
  /// A dismissal as the action finds it.
  struct Found {
    let id: UUIDValue
    let state: DismissalState
    let enrolment: UUIDValue
    /// The school as its staff see it; nil once the enrolment has ended.
    let school: UUIDValue?
    let dayHasEnded: Bool
    /// Whether staff marked the student absent today.
    let isAbsent: Bool
    /// The number of dismissals of the student today, where those of today were looked for.
    var numberOfDay = 1

    fileprivate init?(_ rows: Rows, _ row: Int) {
      guard let id = rows.uuid(row: row, column: 0), let enrolment = rows.uuid(row: row, column: 1),
        let state = rows.text(row: row, column: 3).flatMap(DismissalState.init(rawValue:))
      else { return nil }
      self.id = id
      self.enrolment = enrolment
      school = rows.uuid(row: row, column: 2)
      self.state = state
      dayHasEnded = rows.isTrue(row: row, column: 4)
      isAbsent = rows.isTrue(row: row, column: 5)
    }
  }

  /// A dismissal that the action adds.
  struct New {
    let key: UUIDValue
    let enrolment: UUIDValue
    /// The school as its staff see it; nil where the actor has one name everywhere.
    let school: UUIDValue?
    /// For rows of several families.
    let family: UUIDValue?
    let state: DismissalState

    init(_ state: DismissalState, of enrolment: UUIDValue, at school: UUIDValue? = nil, family: UUIDValue? = nil) {
      key = .timeOrdered()
      self.enrolment = enrolment
      self.school = school
      self.family = family
      self.state = state
    }
  }

  /// The largest number of dismissals of a student on one day. The limit keeps repeated requests and cancellations from
  /// displacing the record of former days.
  static var maximumOfDay: Int { 30 }

  let action: DismissalAction
  let actors: ActorNames
  /// The reason, or the adult's name.
  var detail: String?
  let rows: ScopedRows<Viewer>

  /// The dismissals with these ids that the viewer sees.
  static func found(_ ids: [UUIDValue], in rows: ScopedRows<Viewer>) -> Reading<[Found]> {
    found(in: rows, where: { "\($0[.id]) = ANY (\(bind: .uuidArray(ids)))" }) { $0 }
  }

  /// Found dismissals in the order of their ids.
  /// - Throws: `.notFound` where the viewer does not see one.
  static func ordered(
    _ all: [Found], by ids: [UUIDValue], _ input: MutationInput, _ name: String
  ) throws(MutationFailure) -> [Found] {
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
  static func today(of enrolments: [UUIDValue], in rows: ScopedRows<Viewer>) -> Reading<[UUIDValue: Found]> {
    found(
      in: rows, where: { "\($0[.enrolmentID]) = ANY (\(bind: .uuidArray(enrolments))) AND \($0[.dayEndsAt]) > now()" }
    ) { all in
      Dictionary(all.map { ($0.enrolment, $0) }) { first, other in
        var known = DismissalState.open.contains(first.state) ? first : other
        known.numberOfDay = first.numberOfDay + 1
        return known
      }
    }
  }

  private static func found<Value>(
    in rows: ScopedRows<Viewer>, where condition: (TypedRow<Type>) -> SQL, _ value: @escaping ([Found]) -> Value
  ) -> Reading<Value> {
    rows.reading(
      Type.self, columns: [.id, .enrolmentID, .staffSchoolID],
      computed: [
        { DismissalFields.state(of: $0, until: Type.dayEnd) }, { DismissalFields.dayHasEnded($0, until: Type.dayEnd) },
        DismissalFields.isAbsent,
      ], order: .requestedAt, where: condition
    ) { rows in value((0..<rows.count).compactMap { Found(rows, $0) }) }
  }

  func outcome(in found: Found) -> DismissalOutcome {
    DismissalTable.outcome(of: action, in: found.state, dayHasEnded: found.dayHasEnded, isAbsent: found.isAbsent)
  }

  /// Rows that one statement changes: those with the same values.
  private struct Change: Hashable {
    let state: DismissalState
    let former: DismissalState
    let actor: String
  }

  /// The statements that do the action on dismissals that are there.
  /// - Parameter amendments: the values of dismissals that keep their state.
  /// - Throws: `.conflict` where the state of one does not allow it: then nothing is changed.
  func changes(
    _ found: [Found], _ input: MutationInput, _ name: String, amending amendments: [ColumnValue] = []
  ) async throws(MutationFailure) -> [SQL] {
    var changes: [Change: [UUIDValue]] = [:]
    var order: [Change] = []
    for (index, dismissal) in found.enumerated() {
      let path = input.path(of: name) + (found.count > 1 ? ["\(index)"] : [])
      let outcome = outcome(in: dismissal)
      switch outcome {
      case .move, .amend: break
      case .moveIfNoneIsOpen:
        let open = try await rows.read(Self.today(of: [dismissal.enrolment], in: rows))[dismissal.enrolment]
        if let open, open.id != dismissal.id, DismissalState.open.contains(open.state) { throw conflict(open.state, path) }
      case .unchanged, .skip: continue
      case .conflict, .absent: throw refusal(of: dismissal, path)
      case .new, .notFound: throw .notFound("There is no such dismissal.", at: path)
      }
      if case .amend = outcome, amendments.isEmpty { continue }
      guard let state = outcome.written else { continue }
      let change = Change(state: state, former: dismissal.state, actor: actors.name(at: dismissal.school))
      if changes[change] == nil { order.append(change) }
      changes[change, default: []].append(dismissal.id)
    }
    return order.map { change in
      let ids = changes[change] ?? []
      let amended = change.state == change.former ? amendments : []
      let values = amended + values(change.state, from: change.former, by: change.actor)
      return rows.change(of: Type.self, values) { row -> SQL in
        // A request that was sent again changes nothing, and leaves no stamp.
        let differences = amended.compactMap { given -> SQL? in
          DismissalColumn(rawValue: given.column).map { column -> SQL in "\(row[column]) IS DISTINCT FROM \(given.value)" }
        }
        let isOther: SQL = differences.isEmpty ? "" : " AND (\(differences.joined(separator: " OR ")))"
        return "\(row[.id]) = ANY (\(bind: .uuidArray(ids)))\(isOther)"
      }
    }
  }

  /// The refusal of the action, for the reason that comes first: the day, the absence, the state.
  func refusal(of found: Found, _ path: [String]) -> MutationFailure {
    if found.dayHasEnded { return Self.refused(DismissalTable.messageOfEndedDay, reason: "DAY_ENDED", path) }
    if outcome(in: found) == .absent { return Self.absent(path) }
    return conflict(found.state, path)
  }

  static func absent(_ path: [String]) -> MutationFailure {
    refused(DismissalTable.messageOfAbsence, reason: "ABSENT", path)
  }

  private static func refused(_ message: String, reason: String, _ path: [String]) -> MutationFailure {
    .refused(message, code: .conflict, at: path, extensions: [.init("reason", .string(reason))])
  }

  static func tooMany(_ path: [String]) -> MutationFailure {
    .refused(
      "A student has at most \(maximumOfDay) dismissals a day.", code: .limitExceeded, at: path,
      extensions: [.init("limit", .string("dismissalsOfDay")), .init("maximum", .number("\(maximumOfDay)"))])
  }

  func conflict(_ state: DismissalState, _ path: [String]) -> MutationFailure {
    .conflict(
      DismissalTable.conflictMessage(of: action, in: state) ?? "The dismissal of this student is \(state.rawValue).", at: path,
      version: nil)
  }

  /// The statements that add dismissals of today.
  /// - Parameter others: values besides those of the step.
  func insertions(_ added: [New], _ others: [ColumnValue] = []) -> [SQL] {
    added.map { new in
      let day: SQL = "pickup_days(ARRAY[\(bind: .uuid(new.enrolment))]) AS days"
      let own: [ColumnValue] = [
        Type.set(.enrolmentID, .uuid(new.enrolment)), Type.set(.day, sql: "(SELECT days.day FROM \(day))"),
        Type.set(.dayEndsAt, sql: "(SELECT days.day_ends_at FROM \(day))"),
      ]
      let family = new.family.map { [Type.set(.familyID, .uuid($0))] } ?? []
      // The column of its state comes with the stamps.
      return rows.insertion(
        of: Type.self, key: new.key, own + family + others + values(new.state, from: nil, by: actors.name(at: new.school)))
    }
  }

  /// The state and the stamps that the action writes.
  private func values(_ state: DismissalState, from former: DismissalState?, by actor: String) -> [ColumnValue] {
    var values = [ColumnValue("state", .text(state.rawValue))]
    guard let stamps = DismissalTable.stamps(of: action, in: former) else { return values }
    for stamp in stamps.sets.sorted(by: { $0.rawValue < $1.rawValue }) {
      values.append(.now(stamp.timeColumn))
      if let column = stamp.actorColumn { values.append(ColumnValue(column, .text(actor))) }
      if let column = stamp.detailColumn { values.append(ColumnValue(column, detail.map { .text($0) } ?? .null(.text))) }
    }
    return values
  }
}
