package import GraphQL

extension Completion.Response {
  private static let opening = Array("{\"data\":".utf8)

  /// The response of a mutation: the fields of all parts, each the response of one field, in order.
  package init(joining parts: [Completion.Response]) {
    if parts.count == 1 {
      self = parts[0]
      return
    }
    var writer = JSONWriter(capacity: parts.reduce(16) { $0 + $1.body.count })
    writer.write(json: Self.opening)
    writer.write(json: "{")
    for (index, part) in parts.enumerated() {
      if index > 0 { writer.write(json: ",") }
      // Without its braces. It is never null: a field of the mutation type may be null itself.
      writer.write(json: Array(part.body[part.data].dropFirst().dropLast()))
    }
    writer.write(json: "}}")
    let data = Self.opening.count..<writer.count - 1
    self.init(body: writer.bytes, data: data, errors: [], foreignRows: parts.reduce(0) { $0 + $1.foreignRows })
    let errors = parts.flatMap(\.errors)
    if !errors.isEmpty { self = with(errors) }
  }

  /// The response of a field that is null because of an error.
  package init(null responseKey: String, error: GraphQLError) {
    let field = Array("{\"\(responseKey)\":null}".utf8)
    let data = Self.opening.count..<Self.opening.count + field.count
    self = Completion.Response(
      body: Self.opening + field + Array("}".utf8), data: data, errors: [], foreignRows: 0
    ).with([error])
  }

  /// The response with errors, which come first, where people look — section 7.1.
  func with(_ errors: [GraphQLError]) -> Completion.Response {
    var writer = JSONWriter(capacity: body.count + 256 * errors.count)
    writer.write(json: "{\"errors\":")
    writer.writeArray(errors) { $0.writeError($1) }
    writer.write(json: ",")
    let shift = writer.count - 1
    writer.write(json: Array(body.dropFirst()))
    return Completion.Response(
      body: writer.bytes, data: data.lowerBound + shift..<data.upperBound + shift, errors: errors,
      foreignRows: foreignRows)
  }
}
