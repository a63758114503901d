package import GraphQL
package import SQL

/// Writes the response of a plan from the rows of its levels: the stage "CompleteValue" of specification
/// section 6.4.3 for all objects at once, in the order that the client asked.
///
/// The JSON is written straight from the binary rows. Where a null may not stand, what was written since
/// the nearest nullable position is taken back: "Handling Execution Errors", section 6.4.4.
package struct Completion<Viewer: ViewerContext> {
  private let plan: QueryPlan<Viewer>
  private let levels: [Rows]
  private let variables: VariableValues
  private let faultID: String?
  private let locks: PlannerLocks
  private let maximumErrors: Int
  private var indexes: [LevelIndex?]
  /// For each level the bytes that its scope column must hold; nil when the viewer has none.
  private let scopes: [UUIDValue?]
  private var writer: JSONWriter
  private var path: [PathSegment] = []
  private var errors: [GraphQLError] = []
  /// How many rows of another scope were refused. Other than zero only when the other locks have failed.
  private var foreignRows = 0

  /// What a completed operation is answered with.
  package struct Response: Sendable {
    /// `{"data":…}`, with `errors` first when there are any.
    package var body: [UInt8]
    package var errors: [GraphQLError]
    package var foreignRows: Int
  }

  /// - Parameters:
  ///   - levels: the rows of each statement of the plan, in order.
  ///   - faultID: what an `INTERNAL` error names, so that it can be found in the log.
  /// - Returns: nil when the rows are not of the types that the plan names: the database has other
  ///   columns than this program was built for.
  package static func complete(
    _ plan: QueryPlan<Viewer>, levels: [Rows], viewer: Viewer, variables: VariableValues,
    faultID: String? = nil, locks: PlannerLocks = .all, maximumErrors: Int = 100
  ) -> Response? {
    guard levels.count == plan.levels.count,
      zip(plan.levels, levels).allSatisfy({ $0.columns == $1.columns })
    else { return nil }
    var completion = Completion(
      plan: plan, levels: levels, viewer: viewer, variables: variables, faultID: faultID, locks: locks,
      maximumErrors: maximumErrors)
    return completion.response()
  }

  private init(
    plan: QueryPlan<Viewer>, levels: [Rows], viewer: Viewer, variables: VariableValues, faultID: String?,
    locks: PlannerLocks, maximumErrors: Int
  ) {
    self.faultID = faultID
    self.plan = plan
    self.levels = levels
    self.variables = variables
    self.locks = locks
    self.maximumErrors = maximumErrors
    indexes = zip(plan.levels, levels).map { level, rows in
      level.joinColumn.map { LevelIndex(rows, joinColumn: $0) }
    }
    scopes = plan.levels.map { level in
      if case .uuid(let scope) = viewer.value(of: level.scopeAttribute) { scope } else { nil }
    }
    writer = JSONWriter()
  }

  private mutating func response() -> Response {
    writer.write(json: "{\"data\":")
    let start = writer.count
    if !writeObject(plan.root, level: nil, row: 0) {
      writer.truncate(to: start)
      writer.write(json: "null")
    }
    writer.write(json: "}")
    guard !errors.isEmpty else { return Response(body: writer.bytes, errors: [], foreignRows: foreignRows) }

    // Section 7.1: errors come first, where people look.
    var whole = JSONWriter()
    whole.write(json: "{\"errors\":")
    whole.writeArray(errors) { $0.writeError($1) }
    whole.write(json: ",")
    var body = whole.bytes
    body.append(contentsOf: writer.bytes.dropFirst())
    return Response(body: body, errors: errors, foreignRows: foreignRows)
  }

  /// - Returns: false when a null may not stand and the object has to give way to one.
  private mutating func writeObject(_ shape: ObjectShape, level: Int?, row: Int) -> Bool {
    writer.write(UInt8(ascii: "{"))
    for (index, field) in shape.fields.enumerated() {
      if index > 0 { writer.write(UInt8(ascii: ",")) }
      writer.write(json: field.keyBytes)
      let start = writer.count
      if !write(field, of: shape, level: level, row: row) {
        if field.type.isNonNull { return false }
        writer.truncate(to: start)
        writer.write(json: "null")
      }
    }
    writer.write(UInt8(ascii: "}"))
    return true
  }

  /// - Returns: false when the value is null or gave way to one; whatever was written does not count.
  private mutating func write(_ field: PlannedField, of shape: ObjectShape, level: Int?, row: Int) -> Bool {
    if let guardColumn = field.guardColumn, let level, locks.contains(.resolver),
      !levels[level].isTrue(row: row, column: guardColumn)
    {
      return fail(.forbidden, "You may not see \(shape.typeName).\(field.fieldName) here.", at: field)
    }
    switch field.output {
    case .typeName(let name):
      writer.write(json: name)
      return true
    case .refused:
      return fail(.forbidden, "You may not see \(shape.typeName).\(field.fieldName).", at: field)
    case .leaf(let column, let format):
      guard let level else { return false }
      return writeLeaf(format, column: column, level: level, row: row, field, of: shape)
    case .object(let child, let parentColumn):
      path.append(.key(field.responseKey))
      defer { path.removeLast() }
      if let found = firstRow(of: child, parentColumn: parentColumn, level: level, row: row) {
        return writeRow(found, of: child)
      }
      return missing(field, of: shape)
    case .list(let child, let parentColumn):
      path.append(.key(field.responseKey))
      defer { path.removeLast() }
      return writeList(field, child: child, parentColumn: parentColumn, level: level, row: row)
    case .introspection(let group):
      do {
        try Introspection(schema: plan.schema).write(
          group,
          collector: FieldCollector(operation: plan.operation, schema: plan.schema, variables: variables),
          variables: variables, into: &writer)
        return true
      } catch {
        return fail(error.code, error.message, at: field)
      }
    }
  }

  private mutating func writeLeaf(
    _ format: LeafFormat, column: Int, level: Int, row: Int, _ field: PlannedField, of shape: ObjectShape
  ) -> Bool {
    if levels[level].isNull(row: row, column: column) {
      guard field.type.isNonNull else { return false }
      path.append(.key(field.responseKey))
      defer { path.removeLast() }
      return missing(field, of: shape)
    }
    let isWritten = levels[level].withCell(row: row, column: column) { cell in
      format.write(cell, into: &writer)
    }
    if isWritten { return true }
    return fail(.internal, "\(shape.typeName).\(field.fieldName) has a value that \(field.type) cannot be.", at: field)
  }

  private mutating func writeList(
    _ field: PlannedField, child: Int, parentColumn: Int?, level: Int?, row: Int
  ) -> Bool {
    let itemIsNonNull = field.type.itemType?.isNonNull ?? false
    writer.write(UInt8(ascii: "["))
    var position = 0
    var current = firstRow(of: child, parentColumn: parentColumn, level: level, row: row)
    while let found = current {
      if position > 0 { writer.write(UInt8(ascii: ",")) }
      path.append(.index(position))
      let start = writer.count
      let isWritten = writeRow(found, of: child)
      path.removeLast()
      if !isWritten {
        if itemIsNonNull { return false }
        writer.truncate(to: start)
        writer.write(json: "null")
      }
      position += 1
      current = self.row(after: found, of: child)
    }
    writer.write(UInt8(ascii: "]"))
    return true
  }

  private mutating func writeRow(_ row: Int, of level: Int) -> Bool {
    switch plan.levels[level].content {
    case .object(let shape): return writeObject(shape, level: level, row: row)
    case .abstract(let discriminator, let shapes):
      let value = levels[level].withCell(row: row, column: discriminator) { Array($0) }
      guard let shape = shapes[value] else {
        record(
          GraphQLError(
            "An object is of a type that the schema does not have.", code: .internal, path: path))
        return false
      }
      return writeObject(shape, level: level, row: row)
    }
  }

  // MARK: The rows of a parent

  private mutating func firstRow(of child: Int, parentColumn: Int?, level: Int?, row: Int) -> Int? {
    guard let parentColumn, let level else { return ownRow(from: levels[child].count > 0 ? 0 : nil, of: child) }
    guard let key = levels[level].uuid(row: row, column: parentColumn) else { return nil }
    return ownRow(from: indexes[child]?.firstRow(of: key), of: child)
  }

  private mutating func row(after row: Int, of level: Int) -> Int? {
    ownRow(from: next(row, of: level), of: level)
  }

  private func next(_ row: Int, of level: Int) -> Int? {
    if let index = indexes[level] { return index.row(after: row) }
    return row + 1 < levels[level].count ? row + 1 : nil
  }

  /// The first row at or after `row` that is in the viewer's scope: the part of the first lock that holds
  /// even if a statement or a policy let a row of another family through.
  private mutating func ownRow(from row: Int?, of level: Int) -> Int? {
    var current = row
    while let candidate = current {
      let scope = levels[level].uuid(row: candidate, column: plan.levels[level].scopeColumn)
      if !locks.contains(.resolver) || (scope != nil && scope == scopes[level]) { return candidate }
      foreignRows += 1
      current = next(candidate, of: level)
    }
    return nil
  }

  // MARK: Errors

  private mutating func missing(_ field: PlannedField, of shape: ObjectShape) -> Bool {
    guard field.type.isNonNull, canRecord else { return false }
    record(
      GraphQLError(
        "Cannot return null for non-nullable field \(shape.typeName).\(field.fieldName).", code: .internal,
        locations: [plan.operation.source.location(at: field.position)], path: path))
    return false
  }

  private mutating func fail(_ code: ErrorCode, _ message: String, at field: PlannedField) -> Bool {
    guard canRecord else { return false }
    record(
      GraphQLError(
        message, code: code, locations: [plan.operation.source.location(at: field.position)],
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

extension Rows {
  /// Whether a boolean cell is true.
  fileprivate func isTrue(row: Int, column: Int) -> Bool {
    !isNull(row: row, column: column) && withCell(row: row, column: column) { $0.first == 1 }
  }
}
