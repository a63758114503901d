import Testing

@testable import Server

@Suite struct MediaTypeTests {
  @Test(
    "What an Accept header prefers",
    arguments: [
      (nil, .json), ("", .json), ("*/*", .json), ("application/*", .json), ("application/json", .json),
      ("application/graphql-response+json", .graphQLResponse),
      ("application/graphql-response+json, application/json", .graphQLResponse),
      ("application/json, application/graphql-response+json", .json),
      ("application/graphql-response+json;q=0.5, application/json", .json),
      ("application/json;q=0.5, application/graphql-response+json", .graphQLResponse),
      ("application/json;q=0, */*", .graphQLResponse),
      ("text/html, */*;q=0.1", .json), ("APPLICATION/JSON", .json),
      ("text/html", nil), ("application/json;q=0", nil), ("*/*;q=0", nil),
    ] as [(String?, MediaType?)])
  func preferred(accept: String?, type: MediaType?) {
    #expect(MediaType.preferred(by: accept) == type)
  }

  @Test(
    "What a request body may be",
    arguments: [
      ("application/json", true), ("application/json; charset=utf-8", true), ("Application/JSON;charset=\"UTF-8\"", true),
      ("application/json; charset=utf-16", false), ("text/plain", false), ("application/x-www-form-urlencoded", false),
      ("multipart/form-data; boundary=x", false), ("application/graphql", false), (nil, false), ("", false),
    ] as [(String?, Bool)])
  func requestBody(contentType: String?, isAllowed: Bool) {
    #expect(MediaType.isRequestBody(contentType) == isAllowed)
  }
}
