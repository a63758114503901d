import GraphQL

/// The only operation of a document that is valid for `PetSchema`, or the one of a name.
func operation(_ text: String, named name: String? = nil) throws -> Operation {
  let source = Source(text)
  let document = try Document(parsing: source)
  let errors = Validator(schema: PetSchema.schema).validate(document, source: source)
  if let error = errors.first { throw error }
  return try document.operation(named: name, source: source)
}

/// - Parameter json: The `variables` of the request.
func variables(_ json: String, for operation: Operation) throws -> VariableValues {
  let raw = try JSONValue(parsing: Array(json.utf8))
  return try VariableValues(coercing: raw, for: operation, schema: PetSchema.schema)
}
