import GraphQL
import Testing

@testable import Planning

struct ErrorLimitTests {
  @Test func `A response holds so many errors and no more, and all of the data`() throws {
    let request = try LibraryRequest("{ library { wishes { appraisal binding remark } } }", as: .reader)
    let rows = (0..<50).map { _ -> [Cell] in [1, "LEATHER", false, nil] }
    let response = try request.response([[1]], rows, maximumErrors: 7)
    #expect(response.errors.count == 7)
    #expect(
      response.errors.last?.path == [.key("library"), .key("wishes"), .index(2), .key("appraisal")])
    let item = #"{"appraisal":null,"binding":null,"remark":null}"#
    let items = Array(repeating: item, count: 50).joined(separator: ",")
    #expect(response.text.hasSuffix(#""data":{"library":{"wishes":[\#(items)]}}}"#))
  }

  @Test func `A null that may not stand still takes its object when there is no room for its error`() throws {
    let request = try LibraryRequest("{ library { wishes { title } } }")
    let response = try request.response([[1]], [[1, nil], [1, "a"], [1, nil]], maximumErrors: 1)
    #expect(response.errors.count == 1)
    #expect(response.text.hasSuffix(#""data":{"library":{"wishes":[null,{"title":"a"},null]}}}"#))
  }

  @Test func `A hundred errors are the usual limit`() throws {
    let request = try LibraryRequest("{ library { wishes { appraisal } } }", as: .reader)
    let rows = (0..<150).map { _ -> [Cell] in [1] }
    #expect(try request.response([[1]], rows).errors.count == 100)
  }
}
