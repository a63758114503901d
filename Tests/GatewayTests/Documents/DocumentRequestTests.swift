import Gateway
import GraphQL
import SessionTokens
import Testing

/// How a request says which document it means.
@Suite struct DocumentRequestTests {
  @Test("A document is named by id")
  func documentId() throws {
    let request = try GraphQLRequest(
      json: Array(#"{"documentId":"FamilyPage","operationName":"A","variables":{"x":1},"query":null}"#.utf8))
    #expect(request.documentId == "FamilyPage")
    #expect(request.query == nil)
    #expect(request.operationName == "A")
    #expect(request.variables?["x"] == .number("1"))
  }

  @Test("A document is named by hash, in digits of either case")
  func persistedQuery() throws {
    let digits = "7dba4bd717b41f10434822356a93c32b1fb4907b983e854300ad839f84cdcd6e"
    for hash in [digits, digits.uppercased()] {
      let body = #"{"extensions":{"other":1,"persistedQuery":{"version":1,"sha256Hash":"\#(hash)"}}}"#
      let persisted = try #require(try GraphQLRequest(json: Array(body.utf8)).persistedQuery)
      #expect(persisted.isVersion1)
      #expect(persisted.digest?.hexadecimal == digits)
    }
  }

  @Test(
    "A hash that is none names nothing",
    arguments: ["", "0", String(repeating: "g", count: 64), String(repeating: "0", count: 63)])
  func noHash(text: String) throws {
    let body = #"{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"\#(text)"}}}"#
    #expect(try GraphQLRequest(json: Array(body.utf8)).persistedQuery?.digest == nil)
  }

  @Test(
    "A request is refused that",
    arguments: [
      ("{}", "The request has neither \"query\" nor \"documentId\". Send {\"query\": \"{ viewer { name } }\"}."),
      (#"{"query":null,"documentId":null,"extensions":null}"#, "The request has neither \"query\" nor \"documentId\". Send {\"query\": \"{ viewer { name } }\"}."),
      (#"{"extensions":{"persistedQuery":null}}"#, "The request has neither \"query\" nor \"documentId\". Send {\"query\": \"{ viewer { name } }\"}."),
      (#"{"documentId":1}"#, "\"documentId\" must be a string."),
      (
        #"{"documentId":"a","query":"{ a }"}"#,
        "The request has both \"query\" and \"documentId\": send one of them."
      ),
      (
        #"{"documentId":"a","extensions":{"persistedQuery":{"version":1,"sha256Hash":"a"}}}"#,
        "The request has both \"documentId\" and \"extensions.persistedQuery\": send one of them."
      ),
      (#"{"extensions":{"persistedQuery":1}}"#, "\"extensions.persistedQuery\" must be a JSON object."),
      (
        #"{"extensions":{"persistedQuery":{"version":1}}}"#,
        "\"extensions.persistedQuery.sha256Hash\" must be a string."
      ),
      (
        #"{"query":"{ a }","extensions":{"persistedQuery":{"version":1,"sha256Hash":1}}}"#,
        "\"extensions.persistedQuery.sha256Hash\" must be a string."
      ),
    ])
  func refused(body: String, message: String) throws {
    let error = #expect(throws: GraphQLError.self) { try GraphQLRequest(json: Array(body.utf8)) }
    #expect(error?.message == message)
    #expect(error?.code == .badUserInput)
  }
}
