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
      // The most specific range decides, wherever it stands.
      ("*/*, application/json;q=0", .graphQLResponse), ("application/*;q=0, */*", nil),
      ("application/*;q=0.1, application/graphql-response+json;q=0.2", .graphQLResponse),
      ("application/json;q=0.1, application/graphql-response+json;q=0.2, application/json", .json),
      // Weights of up to three decimals, in either case.
      ("application/json;q=0.899, application/graphql-response+json;Q=0.9", .graphQLResponse),
      ("application/json;q=1.000, application/graphql-response+json;q=0.999", .json),
      ("application/json;q=0.000, application/graphql-response+json;q=0.001", .graphQLResponse),
      ("application/json; q=0. , application/graphql-response+json; q=1.", .graphQLResponse),
      // Only in UTF-8.
      ("application/json; charset=utf-8", .json), ("application/json;charset=\"UTF-8\";q=0.5", .json),
      ("application/json; charset=utf-16", nil),
      ("application/json; charset=latin1, application/graphql-response+json;q=0.1", .graphQLResponse),
      (
        "application/graphql-response+json; charset=utf-8, application/json; charset=utf-8",
        .graphQLResponse
      ),
      // A comma in quotes separates nothing.
      ("application/json;profile=\"a,b;q=0\", application/graphql-response+json;q=0.5", .json),
      // A malformed header counts as absent.
      (",,, ,", .json), (" ", .json), (";q=1", nil), ("application/json;q=2", nil), ("application/json;q=-1", nil),
      ("application/json;q=abc", nil), ("application/json;q=0.1234", nil), ("application/json;q=nan", nil),
      ("application/json;q", nil), ("application/json;charset=\"utf-8", nil), ("application json", nil),
      ("application/json;q=1e3, application/graphql-response+json;q=0.1", .graphQLResponse),
      ("*/json", nil), ("*", nil), ("application/jsön", nil),
      (String(repeating: "text/html,", count: 200) + "application/json", nil),
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
      ("application/json;", true), ("application/json ; charset = utf-8", false), ("application/json; indent=2", true),
      ("application/json; charset=utf-8; charset=latin1", false), ("application/json; charset=", false),
      ("application/json, text/plain", false), ("text/plain, application/json", false),
      ("application/json; x=1, text/plain", false), ("text/plain; application/json", false),
      ("application/jsonp", false), ("application/json+x", false), ("\"application/json\"", false),
    ] as [(String?, Bool)])
  func requestBody(contentType: String?, isAllowed: Bool) {
    #expect(MediaType.isRequestBody(contentType) == isAllowed)
  }
}
