import GraphQL

extension FuzzTarget {
  /// Validation, and what is done with valid operations before anything is planned. After a byte of 0 an
  /// input may have the variables of a request.
  package static let validation: FuzzTarget = {
    let schema = Corpus.zoo
    return FuzzTarget("validation", corpus: Corpus.zooDocuments, words: Corpus.zooWords) {
      (input) throws(Broken) in
      let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      let source = Source(Array(parts[0]))
      guard let document = try? Document(parsing: source) else { return .refused }
      let validator = Validator(schema: schema)
      let errors = validator.validate(document, source: source)
      try checkErrors(errors)
      try checkPrinted(document, validator, errors)
      guard errors.isEmpty else { return .refused }
      let raw = parts.count > 1 ? try? JSONValue(parsing: Array(parts[1])) : nil
      for case .operation(let definition) in document.definitions {
        let name = definition.name?.value
        guard let operation = try? document.operation(named: name, source: source) else {
          throw Broken("There is no operation \(name ?? "without a name").")
        }
        try use(operation, raw, schema)
      }
      return .accepted
    }
  }()
}

private func checkErrors(_ errors: [GraphQLError]) throws(Broken) {
  for error in errors {
    try Broken.unless(
      error.code == .validationFailed || error.code == .limitExceeded, "The error is none of validation: \(error)")
    try Broken.unless(error.message.utf8.count <= 4_100, "The message is \(error.message.utf8.count) bytes.")
  }
  try Broken.unless(errors.count <= 102, "There are \(errors.count) errors.")
}

/// Another layout of the same document has the same errors, but for their places.
private func checkPrinted(
  _ document: Document, _ validator: Validator, _ errors: [GraphQLError]
) throws(Broken) {
  let source = Source(document.printed)
  guard let again = try? Document(parsing: source, limits: .trusted) else {
    throw Broken("What was printed cannot be parsed: \(document.printed)")
  }
  let messages = validator.validate(again, source: source).map(\.message)
  try Broken.unless(
    messages == errors.map(\.message), "Printed, it has other errors: \(messages), \(errors.map(\.message))")
}

private func use(_ operation: Operation, _ raw: JSONValue?, _ schema: Schema) throws(Broken) {
  let size = OperationSize(measuring: operation)
  try Broken.unless(size.fields >= size.rootFields && size.fields >= size.depth, "The size is \(size).")
  _ = operation.shapeVariables
  let variables: VariableValues
  do throws(CoercionErrors) {
    variables = try VariableValues(coercing: raw, for: operation, schema: schema)
  } catch {
    try Broken.unless(!error.errors.isEmpty && error.errors.count <= 52, "There are \(error.errors.count) errors.")
    for problem in error.errors {
      try Broken.unless(problem.message.utf8.count < 5_000, "The message is \(problem.message.utf8.count) bytes.")
    }
    return
  }
  guard let root = schema.rootType(of: operation.definition.operation) else {
    throw Broken("The schema has no \(operation.definition.operation).")
  }
  let collector = FieldCollector(operation: operation, schema: schema, variables: variables)
  var remaining = 2_000
  try collect(
    [operation.definition.selectionSet], on: root, collector, variables, schema, depth: 0, remaining: &remaining)
}

/// Goes down all fields as completion would, with each object type that can stand there.
private func collect(
  _ sets: [SelectionSet], on type: String, _ collector: FieldCollector, _ variables: VariableValues,
  _ schema: Schema, depth: Int, remaining: inout Int
) throws(Broken) {
  for group in collector.collect(sets, on: type) where remaining > 0 && depth < 20 {
    remaining -= 1
    let field = group.first
    guard !field.name.value.hasPrefix("__") else { continue }
    guard let definition = schema.field(field.name.value, of: type) else {
      throw Broken("A valid operation selects \(type).\(field.name.value).")
    }
    _ = try? ArgumentValues(
      coercing: field.arguments, definitions: definition.arguments, variables: variables, schema: schema,
      source: collector.source, at: field.position)
    let target = definition.type.namedType
    for object in schema.possibleTypes[target].map(Array.init) ?? [target]
    where schema.objectType(named: object) != nil {
      try collect(
        group.selectionSets, on: object, collector, variables, schema, depth: depth + 1, remaining: &remaining)
    }
  }
}
