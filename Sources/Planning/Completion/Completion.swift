package import GraphQL
package import SQL

/// Writes the response of a plan from the rows of its levels: the stage "CompleteValue" of specification
/// section 6.4.3 for all objects at once, in the order that the client asked.
///
/// The JSON is written straight from the binary rows. Where a null may not stand, what was written since
/// the nearest nullable position is taken back: "Handling Execution Errors", section 6.4.4.
package struct Completion {
  /// What a completed operation is answered with.
  package struct Response: Sendable {
    /// `{"data":…}`, with `errors` first when there are any.
    package var body: [UInt8]
    package var errors: [GraphQLError]
    /// How many rows of another scope were refused. Other than zero only when the other locks have failed.
    package var foreignRows: Int
  }

  /// - Parameters:
  ///   - levels: the rows of each statement of the plan, in order.
  ///   - faultID: what an `INTERNAL` error names, so that it can be found in the log.
  /// - Returns: nil when the rows are not of the types that the plan names: the database has other
  ///   columns than this program was built for.
  package static func complete<Viewer: ViewerContext>(
    _ plan: QueryPlan<Viewer>, levels: [Rows], viewer: Viewer, variables: VariableValues,
    faultID: String? = nil, locks: PlannerLocks = .all, maximumErrors: Int = 100
  ) -> Response? {
    guard levels.count == plan.levels.count,
      zip(plan.levels, levels).allSatisfy({ $0.columns == $1.columns })
    else { return nil }
    let scopes = plan.levels.map { level -> UUIDValue? in
      if case .uuid(let scope) = viewer.value(of: level.scopeAttribute) { scope } else { nil }
    }
    // Text and numbers come out about as long as they came in; keys and punctuation are as much again.
    let capacity = 256 + levels.reduce(0) { $0 + 2 * $1.byteCount + 32 * $1.count * $1.columns.count }
    return Rows.withCells(of: levels) { cells in
      var completion = Completion(
        shape: plan.shape, cells: cells, scopes: scopes, variables: variables, faultID: faultID,
        checksScope: locks.contains(.resolver), maximumErrors: maximumErrors, capacity: capacity)
      return completion.response()
    }
  }

  let shape: ResponseShape
  let cells: [Cells]
  /// For each level the value that its scope column must hold; nil when the viewer has none.
  let scopes: [UUIDValue?]
  let checksScope: Bool
  private let indexes: [LevelIndex?]
  private let variables: VariableValues
  private let faultID: String?
  private let maximumErrors: Int
  private var writer: JSONWriter
  private var path: [PathSegment] = []
  private var errors: [GraphQLError] = []
  private var foreignRows = 0

  private init(
    shape: ResponseShape, cells: [Cells], scopes: [UUIDValue?], variables: VariableValues,
    faultID: String?, checksScope: Bool, maximumErrors: Int, capacity: Int
  ) {
    self.shape = shape
    self.cells = cells
    self.scopes = scopes
    self.variables = variables
    self.faultID = faultID
    self.checksScope = checksScope
    self.maximumErrors = maximumErrors
    indexes = zip(shape.levels, cells).map { level, cells in
      level.joinColumn.map { LevelIndex(cells, joinColumn: $0) }
    }
    writer = JSONWriter(capacity: capacity)
  }

  private mutating func response() -> Response {
    writer.write(json: "{\"data\":")
    let start = writer.count
    if !writeObject(shape.root, level: -1, row: 0) {
      writer.truncate(to: start)
      writer.write(json: "null")
    }
    writer.write(json: "}")
    guard !errors.isEmpty else { return Response(body: writer.bytes, errors: [], foreignRows: foreignRows) }

    // Section 7.1: errors come first, where people look.
    var whole = JSONWriter(capacity: writer.count + 256 * errors.count)
    whole.write(json: "{\"errors\":")
    whole.writeArray(errors) { $0.writeError($1) }
    whole.write(json: ",")
    whole.write(json: writer.bytes.dropFirst())
    return Response(body: whole.bytes, errors: errors, foreignRows: foreignRows)
  }

  // MARK: Values

  /// - Parameter level: -1 for the root, which has no rows.
  /// - Returns: false when a null may not stand and the object has to give way to one.
  private mutating func writeObject(_ object: ObjectShape, level: Int, row: Int) -> Bool {
    var separator = UInt8(ascii: "{")
    for index in 0..<object.steps.count {
      let step = object.steps[index]
      writer.write(separator)
      separator = UInt8(ascii: ",")
      object.keys.withUnsafeBufferPointer { keys in
        writer.write(json: UnsafeBufferPointer(rebasing: keys[Int(step.keyStart)..<Int(step.keyEnd)]))
      }
      let start = writer.count
      if !write(step, index, of: object, level: level, row: row) {
        if step.isNonNull { return false }
        writer.truncate(to: start)
        writer.write(json: "null")
      }
    }
    if object.steps.isEmpty { writer.write(UInt8(ascii: "{")) }
    writer.write(UInt8(ascii: "}"))
    return true
  }

  /// - Returns: false when the value is null or gave way to one; whatever was written does not count.
  private mutating func write(
    _ step: WriteStep, _ index: Int, of object: ObjectShape, level: Int, row: Int
  ) -> Bool {
    if step.guardColumn >= 0, checksScope, !cells[level].isTrue(row: row, column: Int(step.guardColumn)) {
      let field = object.fields[index]
      return fail(.forbidden, "You may not see \(object.typeName).\(field.fieldName) here.", at: field)
    }
    switch step.kind {
    case .leaf(let format):
      guard let cell = cells[level].cell(row: row, column: Int(step.target)) else {
        return step.isNonNull ? missing(object.fields[index], of: object) : false
      }
      return format.write(cell, into: &writer) || unwritable(object.fields[index], of: object)
    case .object:
      let child = Int(step.target)
      guard let found = firstRow(of: child, parentColumn: Int(step.parentColumn), level: level, row: row) else {
        return step.isNonNull ? missing(object.fields[index], of: object) : false
      }
      path.append(.key(object.fields[index].responseKey))
      defer { path.removeLast() }
      return writeRow(found, of: child)
    case .list:
      let child = Int(step.target)
      let field = object.fields[index]
      path.append(.key(field.responseKey))
      defer { path.removeLast() }
      let first = firstRow(of: child, parentColumn: Int(step.parentColumn), level: level, row: row)
      return writeList(field, of: child, from: first)
    case .other:
      return writeOther(object.fields[index], of: object, level: level, row: row)
    }
  }

  private mutating func writeOther(_ field: PlannedField, of object: ObjectShape, level: Int, row: Int) -> Bool {
    switch field.output {
    case .leaf(let column, let format):
      guard let cell = cells[level].cell(row: row, column: column) else {
        return field.isNonNull ? missing(field, of: object) : false
      }
      return format.write(cell, into: &writer) || unwritable(field, of: object)
    case .typeName(let name):
      writer.write(json: name)
      return true
    case .refused:
      return fail(.forbidden, "You may not see \(object.typeName).\(field.fieldName).", at: field)
    case .introspection(let group):
      return writeIntrospection(group, at: field)
    case .object, .list:
      preconditionFailure("objects and lists have steps of their own")
    }
  }

  private mutating func writeList(_ field: PlannedField, of level: Int, from first: Int?) -> Bool {
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
        if field.itemIsNonNull { return false }
        writer.truncate(to: start)
        writer.write(json: "null")
      }
      position += 1
      current = self.row(after: row, of: level)
    }
    writer.write(UInt8(ascii: "]"))
    return true
  }

  private mutating func writeRow(_ row: Int, of level: Int) -> Bool {
    switch shape.levels[level].content {
    case .object(let object): return writeObject(object, level: level, row: row)
    case .abstract(let discriminator, let shapes):
      let value = cells[level].cell(row: row, column: discriminator).map { Array($0) }
      guard let object = value.flatMap({ shapes[$0] }) else {
        record(
          GraphQLError("An object is of a type that the schema does not have.", code: .internal, path: path))
        return false
      }
      return writeObject(object, level: level, row: row)
    }
  }

  private mutating func writeIntrospection(_ group: FieldGroup, at field: PlannedField) -> Bool {
    let collector = FieldCollector(operation: shape.operation, schema: shape.schema, variables: variables)
    do {
      try Introspection(schema: shape.schema).write(
        group, collector: collector, variables: variables, into: &writer)
      return true
    } catch {
      return fail(error.code, error.message, at: field)
    }
  }

  // MARK: The rows of a parent

  /// - Parameter parentColumn: -1 when all rows of `child` belong to the one parent.
  private mutating func firstRow(of child: Int, parentColumn: Int, level: Int, row: Int) -> Int? {
    guard parentColumn >= 0 else { return ownRow(from: cells[child].rowCount > 0 ? 0 : nil, of: child) }
    guard let key = cells[level].uuid(row: row, column: parentColumn) else { return nil }
    return ownRow(from: indexes[child]?.firstRow(of: key), of: child)
  }

  private mutating func row(after row: Int, of level: Int) -> Int? {
    ownRow(from: next(row, of: level), of: level)
  }

  private func next(_ row: Int, of level: Int) -> Int? {
    if shape.levels[level].joinColumn != nil { return indexes[level]?.row(after: row) }
    return row + 1 < cells[level].rowCount ? row + 1 : nil
  }

  /// The first row at or after `row` that is in the viewer's scope: the part of the first lock that holds
  /// even if a statement or a policy let a row of another family through.
  private mutating func ownRow(from row: Int?, of level: Int) -> Int? {
    var current = row
    while let candidate = current {
      guard checksScope else { return candidate }
      let scope = cells[level].uuid(row: candidate, column: shape.levels[level].scopeColumn)
      if scope != nil && scope == scopes[level] { return candidate }
      foreignRows += 1
      current = next(candidate, of: level)
    }
    return nil
  }

  // MARK: Errors

  private mutating func unwritable(_ field: PlannedField, of object: ObjectShape) -> Bool {
    fail(
      .internal, "\(object.typeName).\(field.fieldName) has a value that \(field.type) cannot be.", at: field)
  }

  private mutating func missing(_ field: PlannedField, of object: ObjectShape) -> Bool {
    fail(.internal, "Cannot return null for non-nullable field \(object.typeName).\(field.fieldName).", at: field)
  }

  private mutating func fail(_ code: ErrorCode, _ message: @autoclosure () -> String, at field: PlannedField) -> Bool {
    guard canRecord else { return false }
    record(
      GraphQLError(
        message(), code: code, locations: [shape.operation.source.location(at: field.position)],
        path: path + [.key(field.responseKey)]))
    return false
  }

  /// Whether the response holds another error. Asked before one is made: to locate it takes a walk over
  /// the document, which thousands of rows must not repeat.
  private var canRecord: Bool { errors.count < maximumErrors }

  private mutating func record(_ error: GraphQLError) {
    guard canRecord else { return }
    var error = error
    if error.code == .internal, let faultID { error.extensions.append(.init("id", .string(faultID))) }
    errors.append(error)
  }
}
