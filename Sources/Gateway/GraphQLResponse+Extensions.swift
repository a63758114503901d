import GraphQL

extension GraphQLResponse {
  /// The same with `extensions`, which come last.
  func with(_ report: CostReport?) -> GraphQLResponse {
    guard let report else { return self }
    return with([.init("cost", report.json)])
  }

  /// - Parameter extensions: none leave the response as it is.
  func with(_ extensions: [JSONValue.Member]) -> GraphQLResponse {
    if extensions.isEmpty { return self }
    var writer = JSONWriter(capacity: body.count + 256)
    writer.write(json: Array(body.dropLast()))
    writer.write(json: ",\"extensions\":")
    writer.writeValue(.object(extensions))
    writer.write(json: "}")
    var response = self
    response.body = writer.bytes
    return response
  }
}
