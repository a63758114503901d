import GraphQL
import Testing

@testable import Planning

struct RefusedFieldTests {
  @Test func `A refused field is null with an error at its place, and the rest stands`() throws {
    let request = try LibraryRequest("{ library { wishes { title worth: appraisal } } }", as: .reader)
    let response = try request.response([[1]], [[1, "a"], [1, "b"]])
    #expect(
      response.text.hasSuffix(
        #""data":{"library":{"wishes":[{"title":"a","worth":null},{"title":"b","worth":null}]}}}"#))
    #expect(
      response.errors == [0, 1].map { index in
        GraphQLError(
          "You may not see Book.appraisal.", code: .forbidden, locations: [Location(line: 1, column: 28)],
          path: [.key("library"), .key("wishes"), .index(index), .key("worth")])
      })
  }

  @Test func `A rule about rows lets the field of those rows through only`() throws {
    let request = try LibraryRequest("{ library { wishes { remark title } } }", as: .reader)
    let response = try request.response(
      [[1]], [[1, true, "mine", "a"], [1, false, nil, "b"], [1, true, nil, "c"]])
    #expect(
      response.text.hasSuffix(
        #""data":{"library":{"wishes":[{"remark":"mine","title":"a"},{"remark":null,"title":"b"},"#
          + #"{"remark":null,"title":"c"}]}}}"#))
    #expect(
      response.errors == [
        GraphQLError(
          "You may not see Book.remark.", code: .forbidden, locations: [Location(line: 1, column: 22)],
          path: [.key("library"), .key("wishes"), .index(1), .key("remark")])
      ])
  }

  @Test("A value that came although its rule is not true is not written", arguments: [Cell.bool(false), nil])
  func guarded(guardCell: Cell) throws {
    let request = try LibraryRequest(#"{ book(id: "x") { remark } }"#, as: .reader)
    let response = try request.response([[1, guardCell, "secret"]])
    #expect(response.text.hasSuffix(#""data":{"book":{"remark":null}}}"#))
    #expect(!response.text.contains("secret"))
    #expect(response.errors.map(\.code) == [.forbidden])
  }

  @Test func `A relation that a rule about rows refuses is not followed`() throws {
    let request = try LibraryRequest("{ library { wishes { critic { name } } } }", as: .reader)
    let response = try request.response(
      [[1]], [[1, true, 8], [1, false, 8], [1, true, nil]], [[1, 8, "Ben"]])
    #expect(
      response.text.hasSuffix(
        #""data":{"library":{"wishes":[{"critic":{"name":"Ben"}},{"critic":null},{"critic":null}]}}}"#))
    #expect(
      response.errors.map(\.path) == [[.key("library"), .key("wishes"), .index(1), .key("critic")]])
  }

  @Test func `A field that one type of an interface refuses is refused for its objects`() throws {
    let request = try LibraryRequest("{ library { people { email } } }", as: .reader)
    let response = try request.response([[1]], [[1, "A"], [1, "C"]])
    #expect(
      response.errors.map(\.message) == ["You may not see Adult.email.", "You may not see Child.email."])
    #expect(response.text.hasSuffix(#""data":{"library":{"people":[{"email":null},{"email":null}]}}}"#))
  }
}
