package import GraphQL
package import SQL

/// Writes the response of a plan from the rows of its levels: the stage "CompleteValue" of specification
/// section 6.4.3 for all objects at once, in the order that the client asked.
///
/// The JSON is written straight from the binary rows. Where a null may not stand, what was written since
/// the nearest nullable position is taken back: "Handling Execution Errors", section 6.4.4.
package struct Completion: ~Copyable {
  /// The response of a completed operation.
  package struct Response: Sendable {
    /// `{"data":…}`, with `errors` first when there are any.
    package var body: [UInt8]
    /// Where in `body` the value of `data` stands.
    package var data: Range<Int>
    package var errors: [GraphQLError]
    /// How many rows of another scope were refused. Other than zero only when the other locks have failed.
    package var foreignRows: Int
    /// The reason why the answer was not written to its end; then there is none.
    package var excess: AnswerLimit.Excess?
  }

  /// - Parameters:
  ///   - results: the rows of each statement of the plan, in order.
  ///   - changed: the keys that the mutation returned.
  ///   - given: the values that it returned.
  ///   - limit: the maximum length of `body`, errors not counted.
  ///   - faultID: the id that an `INTERNAL` error names, so that it can be found in the log.
  /// - Returns: nil when the rows are not of the types that the plan names: the database has other
  ///   columns than this program was built for.
  package static func complete<Viewer: ViewerContext>(
    _ plan: QueryPlan<Viewer>, results: [Rows], viewer: Viewer, variables: VariableValues,
    changed: ChangedKeys = [:], given: [String: GivenValue] = [:], faultID: String? = nil,
    locks: PlannerLocks = .all, maximumErrors: Int = 100, limit: AnswerLimit = AnswerLimit(maximum: .max)
  ) -> Response? {
    guard results.count == plan.statements.count,
      zip(results, plan.statements).allSatisfy({ $0.columns == $1.columns })
    else { return nil }
    let scopes = plan.levels.map { level -> LevelIndex.Scope in
      locks.contains(.resolver) ? LevelIndex.Scope(of: viewer, level.scopeAttributes) : .anyone
    }
    // Text and numbers come out about as long as they came in; keys and punctuation are as much again.
    let estimate = 256 + results.reduce(0) { $0 + 2 * $1.byteCount + 32 * $1.count * $1.columns.count }
    let capacity = min(estimate, limit.maximum)
    return Rows.withCells(of: results) { cells in
      // One for each statement: levels that share one also have its join and its scope.
      var indexes: [LevelIndex] = []
      defer { for index in indexes { index.deallocate() } }
      for (level, scope) in zip(plan.shape.levels, scopes) where level.statement == indexes.count {
        indexes.append(
          LevelIndex(
            cells[level.statement], joinColumn: level.joinColumn, scopeColumn: level.scopeColumn, scope: scope))
      }
      var rows = plan.shape.levels.map { LevelRows(cells[$0.statement], indexes[$0.statement]) }
      return rows.withUnsafeMutableBufferPointer { rows in
        defer { for level in rows { level.deallocate() } }
        var completion = Completion(
          shape: plan.shape, rows: rows, variables: variables, changed: changed, given: given, faultID: faultID,
          foreignRows: indexes.reduce(0) { $0 + $1.foreignRows }, checksGuards: locks.contains(.resolver),
          maximumErrors: maximumErrors, limit: limit, capacity: capacity)
        return completion.response()
      }
    }
  }

  /// A step of the path to what is being written. Without a count of references: errors are few, objects many.
  enum Step {
    case field(Unmanaged<PlannedField>)
    case index(Int)
  }

  let shape: ResponseShape
  let rows: UnsafeMutableBufferPointer<LevelRows>
  private let foreignRows: Int
  private let checksGuards: Bool
  let variables: VariableValues
  private let changed: ChangedKeys
  private let given: [String: GivenValue]
  let faultID: String?
  let maximumErrors: Int
  private var limit: AnswerLimit
  /// How many bytes may be written before the limit is asked: looked at with every field.
  private var allowed: Int
  var writer: JSONWriter
  var path: [Step] = []
  var errors: [GraphQLError] = []
  /// Whether something was taken back: then what is known of written objects no longer holds.
  private var hasTakenBack = false

  private init(
    shape: ResponseShape, rows: UnsafeMutableBufferPointer<LevelRows>, variables: VariableValues,
    changed: ChangedKeys, given: [String: GivenValue], faultID: String?, foreignRows: Int,
    checksGuards: Bool, maximumErrors: Int, limit: AnswerLimit, capacity: Int
  ) {
    self.shape = shape
    self.rows = rows
    self.variables = variables
    self.changed = changed
    self.given = given
    self.faultID = faultID
    self.foreignRows = foreignRows
    self.checksGuards = checksGuards
    self.maximumErrors = maximumErrors
    self.limit = limit
    allowed = limit.allowed
    writer = JSONWriter(capacity: capacity)
  }

  private mutating func response() -> Response {
    writer.write(json: "{\"data\":")
    let start = writer.count
    if !writeObject(shape.root, level: -1, row: 0) {
      takeBack(to: start)
      writer.write(json: "null")
    }
    writer.write(json: "}")
    if !mayGoOn() {
      return Response(body: [], data: 0..<0, errors: [], foreignRows: foreignRows, excess: limit.excess)
    }
    let response = Response(
      body: writer.bytes, data: start..<writer.count - 1, errors: [], foreignRows: foreignRows)
    return errors.isEmpty ? response : response.with(errors)
  }

  /// Whether the answer may be as long as it is. Once it was too long, it never may again.
  private mutating func mayGoOn() -> Bool {
    let isAllowed = limit.allows(writer.count)
    allowed = isAllowed ? limit.allowed : -1
    return isAllowed
  }

  mutating func takeBack(to count: Int) {
    guard writer.count > count else { return }
    writer.truncate(to: count)
    hasTakenBack = true
  }

  // MARK: Values

  /// - Parameter level: -1 for the root, which has no rows.
  /// - Returns: false when a null may not stand and the object has to give way to one.
  private mutating func writeObject(_ object: ObjectShape, level: Int, row: Int) -> Bool {
    for step in object.steps {
      if writer.count > allowed, !mayGoOn() { return false }
      writer.write(json: UnsafeBufferPointer(rebasing: object.keys[Int(step.keyStart)..<Int(step.keyEnd)]))
      let start = writer.count
      if !write(step, of: object, level: level, row: row) {
        if step.isNonNull { return false }
        takeBack(to: start)
        writer.write(json: "null")
      }
    }
    writer.write(json: object.steps.isEmpty ? "{}" : "}")
    return true
  }

  /// - Returns: false when the value is null or gave way to one; whatever was written does not count.
  private mutating func write(_ step: WriteStep, of object: ObjectShape, level: Int, row: Int) -> Bool {
    if step.guardColumn >= 0, checksGuards, !rows[level].cells.isTrue(row: row, column: Int(step.guardColumn)) {
      return refuse(step.field.takeUnretainedValue(), of: object)
    }
    switch step.kind {
    case .leaf(let format):
      guard let cell = rows[level].cells.cell(row: row, column: Int(step.target)) else {
        return step.isNonNull ? missing(step.field, of: object) : false
      }
      return format.write(cell, into: &writer) || unwritable(step.field, of: object)
    case .object:
      let child = Int(step.target)
      guard let found = firstRow(of: child, parentColumn: Int(step.parentColumn), level: level, row: row) else {
        return step.isNonNull ? missing(step.field, of: object) : false
      }
      return writeTarget(found, of: child, at: step)
    case .list:
      let child = Int(step.target)
      path.append(.field(step.field))
      defer { path.removeLast() }
      let first = firstRow(of: child, parentColumn: Int(step.parentColumn), level: level, row: row)
      return writeList(of: child, from: first, itemIsNonNull: step.itemIsNonNull)
    case .other:
      return writeOther(step.field.takeUnretainedValue(), of: object, level: level, row: row)
    }
  }

  /// The object that a row refers to. It depends on its row alone, and not on the row that refers to it, unless there
  /// are errors, which name the way to it.
  private mutating func writeTarget(_ row: Int, of level: Int, at step: WriteStep) -> Bool {
    if !hasTakenBack, let range = rows[level].writtenObject(of: row) {
      writer.repeatBytes(in: range)
      return true
    }
    let (start, errorCount) = (writer.count, errors.count)
    path.append(.field(step.field))
    defer { path.removeLast() }
    guard writeRow(row, of: level) else { return false }
    if !hasTakenBack && errors.count == errorCount {
      rows[level].keepWrittenObject(at: start..<writer.count, of: row)
    }
    return true
  }

  private mutating func writeOther(_ field: PlannedField, of object: ObjectShape, level: Int, row: Int) -> Bool {
    switch field.output {
    case .leaf(let column, let format):
      guard let cell = rows[level].cells.cell(row: row, column: column) else {
        return field.isNonNull ? missing(.passUnretained(field), of: object) : false
      }
      return format.write(cell, into: &writer) || unwritable(.passUnretained(field), of: object)
    case .typeName(let name):
      writer.write(json: name)
      return true
    case .refused:
      return refuse(field, of: object)
    case .embedded(let shape, let condition):
      if let condition, given[condition] == nil { return false }
      path.append(.field(.passUnretained(field)))
      defer { path.removeLast() }
      return writeObject(shape, level: level, row: row)
    case .changedKey(let name):
      guard let key = changed[name] else {
        return field.isNonNull ? missing(.passUnretained(field), of: object) : false
      }
      writer.write(key)
      return true
    case .changedKeys(let name):
      writer.write(json: "[")
      for (index, key) in changed[all: name].enumerated() {
        if index > 0 { writer.write(json: ",") }
        writer.write(key)
      }
      writer.write(json: "]")
      return true
    case .given(let name):
      guard let value = given[name] else {
        return field.isNonNull ? missing(.passUnretained(field), of: object) : false
      }
      return writer.write(value) || unwritable(.passUnretained(field), of: object)
    case .introspection(let group):
      return writeIntrospection(group, at: field)
    case .cursor(let layout):
      return writeCursor(layout, level: level, row: row, at: field)
    case .pageCursor(let page, let parentColumn, let layout, let isLast):
      guard let found = edge(of: page, parentColumn: parentColumn, isLast: isLast, level: level, row: row) else {
        return false
      }
      return writeCursor(layout, level: page, row: found, at: field)
    case .node(let levels):
      for candidate in levels {
        if let found = rows[candidate].index.firstRow {
          path.append(.field(.passUnretained(field)))
          defer { path.removeLast() }
          return writeRow(found, of: candidate)
        }
      }
      return false
    case .nodes(let levels, let arguments, let argument):
      path.append(.field(.passUnretained(field)))
      defer { path.removeLast() }
      return writeNodes(levels, keys(arguments, argument))
    case .object, .list:
      preconditionFailure("objects and lists have steps of their own")
    }
  }

  private mutating func writeList(of level: Int, from first: Int?, itemIsNonNull: Bool) -> Bool {
    writer.write(UInt8(ascii: "["))
    var position = 0
    var current = first
    while let row = current {
      if position > 0 { writer.write(UInt8(ascii: ",")) }
      path.append(.index(position))
      let start = writer.count
      let isWritten = writeRow(row, of: level)
      path.removeLast()
      if !isWritten {
        if itemIsNonNull { return false }
        takeBack(to: start)
        writer.write(json: "null")
      }
      position += 1
      current = rows[level].index.row(after: row)
    }
    writer.write(UInt8(ascii: "]"))
    return true
  }

  mutating func writeRow(_ row: Int, of level: Int) -> Bool {
    switch shape.levels[level].content {
    case .object(let object): return writeObject(object, level: level, row: row)
    case .abstract(let discriminator, let shapes):
      let value = rows[level].cells.cell(row: row, column: discriminator).map { Array($0) }
      guard let object = value.flatMap({ shapes[$0] }) else {
        record(
          GraphQLError("An object is of a type that the schema does not have.", code: .internal, path: segments))
        return false
      }
      return writeObject(object, level: level, row: row)
    case .elsewhere(let discriminator, let key, let levels):
      let cells = rows[level].cells
      guard let type = cells.cell(row: row, column: discriminator), let target = levels[Array(type)],
        let key = cells.key(row: row, column: key), let found = rows[target].index.firstRow(of: key)
      else {
        // All statements see one snapshot: only a row of another scope is refused in between.
        record(GraphQLError("An object that a list names is not there.", code: .internal, path: segments))
        return false
      }
      return writeRow(found, of: target)
    }
  }

  private mutating func writeIntrospection(_ group: FieldGroup, at field: PlannedField) -> Bool {
    let collector = FieldCollector(operation: shape.operation, schema: shape.schema, variables: variables)
    do {
      try Introspection(schema: shape.schema).write(
        group, collector: collector, variables: variables, limit: &limit, into: &writer)
      allowed = limit.allowed
      return true
    } catch {
      if limit.excess != nil { allowed = -1 }
      return fail(error.code, error.message, at: field)
    }
  }

  /// - Parameter parentColumn: -1 when all rows of `child` belong to the one parent.
  private func firstRow(of child: Int, parentColumn: Int, level: Int, row: Int) -> Int? {
    guard parentColumn >= 0 else { return rows[child].index.firstRow }
    guard let key = rows[level].cells.key(row: row, column: parentColumn) else { return nil }
    return rows[child].index.firstRow(of: key)
  }
}

extension LevelIndex.Scope {
  /// The owners of rows that a viewer has.
  fileprivate init<Viewer: ViewerContext>(of viewer: Viewer, _ attributes: [Viewer.Attribute]) {
    var owners: [UUIDValue] = []
    for attribute in attributes {
      switch viewer.value(of: attribute) {
      case .uuid(let owner): owners.append(owner)
      case .uuidArray(let several): owners += several
      default: break
      }
    }
    self = owners.count > 1 ? .among(owners) : .only(owners.first)
  }
}
