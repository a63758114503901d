import GraphQL

extension Completion {
  mutating func unwritable(_ field: Unmanaged<PlannedField>, of object: ObjectShape) -> Bool {
    let field = field.takeUnretainedValue()
    return fail(
      .internal, "\(object.typeName).\(field.fieldName) has a value that \(field.type) cannot be.", at: field)
  }

  mutating func missing(_ field: Unmanaged<PlannedField>, of object: ObjectShape) -> Bool {
    let field = field.takeUnretainedValue()
    return fail(.internal, "Cannot return null for non-nullable field \(object.typeName).\(field.fieldName).", at: field)
  }

  /// Refuses a field that the viewer may not see, or a mutation that it may not run.
  mutating func refuse(_ field: PlannedField, of object: ObjectShape) -> Bool {
    guard field.refusal != .null else { return false }
    if case .input(let argument, let message, let code) = field.refusal {
      return fail(code, message, at: field, [.init("argument", .string(argument))])
    }
    let isMutation = object.typeName == shape.schema.mutationType
    let action = isMutation ? "run \(field.fieldName)" : "see \(object.typeName).\(field.fieldName)"
    return fail(.forbidden, field.refusal.message(refusing: action) ?? "", at: field)
  }

  mutating func fail(
    _ code: ErrorCode, _ message: @autoclosure () -> String, at field: PlannedField,
    _ extensions: [GraphQLError.Extension] = []
  ) -> Bool {
    guard canRecord else { return false }
    var error = GraphQLError(
      message(), code: code, locations: [shape.operation.source.location(at: field.position)],
      path: segments + [.key(field.responseKey)])
    error.extensions += extensions
    record(error)
    return false
  }

  /// The path to what is being written.
  var segments: [PathSegment] {
    path.map { step in
      switch step {
      case .field(let field): .key(field.takeUnretainedValue().responseKey)
      case .index(let index): .index(index)
      }
    }
  }

  /// Whether the response holds another error. Asked before one is made: to locate it takes a walk over
  /// the document, which thousands of rows must not repeat.
  var canRecord: Bool { errors.count < maximumErrors }

  mutating func record(_ error: GraphQLError) {
    guard canRecord else { return }
    var error = error
    if error.code == .internal, let faultID { error.extensions.append(.init("id", .string(faultID))) }
    errors.append(error)
  }
}
