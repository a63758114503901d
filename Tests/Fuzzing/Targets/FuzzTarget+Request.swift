import Gateway
import GraphQL
import Planning
import SQL
import Domain

extension FuzzTarget {
  /// The body of a POST, up to the statements that would be sent to the database.
  package static let request: FuzzTarget = {
    let map = Corpus.schoolMap
    return FuzzTarget("request", corpus: Corpus.requests, words: Corpus.requestWords) { (input) throws(Broken) in
      let request: GraphQLRequest
      do throws(GraphQLError) {
        request = try GraphQLRequest(json: input)
      } catch {
        try Broken.unless(error.code == .badUserInput, "The error is none of a request: \(error)")
        return .refused
      }
      let outcomes = try [Corpus.parent, .anonymous].map { (viewer) throws(Broken) in
        try explain(request, for: viewer, map)
      }
      return outcomes.contains(true) ? .accepted : .refused
    }
  }()

  /// - Returns: Whether there are statements.
  private static func explain(
    _ request: GraphQLRequest, for viewer: Viewer, _ map: EntityMap<Viewer>
  ) throws(Broken) -> Bool {
    do throws(ExplanationError) {
      let explanation = try Explanation(of: request, for: viewer, map: map)
      for statement in explanation.statements {
        try? Broken.unless(!statement.text.isEmpty, "A statement is empty.")
      }
      return true
    } catch {
      let body = error.response.body
      guard let json = try? JSONValue(parsing: body), case .array(let errors)? = json["errors"], !errors.isEmpty
      else { throw Broken("The answer is none: \(error)") }
      try Broken.unless(json["data"] == nil, "There is data beside the error of a request.")
      try Broken.unless(error.response.outcome != .internalError, "The fault is the server's: \(error)")
      // At most a hundred errors of at most 4,000 bytes, of which JSON writes some as six.
      try Broken.unless(body.count < 2_500_000, "The answer has \(body.count) bytes.")
      return false
    }
  }
}
