import GraphQL
import Testing

@testable import Planning

/// An object that many others refer to is put together once and copied after that: nobody must see it.
struct SharedTargetTests {
  @Test func `A shared object is the same everywhere, with all that stands below it`() throws {
    let request = try LibraryRequest("{ library { wishes { shelf { name books { title shelf { label } } } } } }")
    let books = #"[{"title":"a","shelf":{"label":"A \"1\""}},{"title":"b","shelf":{"label":"A \"1\""}}]"#
    let shelf = #"{"name":"A \"1\"","books":\#(books)}"#
    #expect(
      try request.body(
        [[1]], [[1, 20], [1, 21], [1, 20]], [[1, 20, "A \"1\""], [1, 21, "B"]], [[1, 20, "a"], [1, 20, "b"]])
        == #"{"data":{"library":{"wishes":[{"shelf":\#(shelf)},{"shelf":{"name":"B","books":[]}},{"shelf":\#(shelf)}]}}}"#
    )
  }

  @Test func `An error in a shared object is reported at each place that it is at`() throws {
    let request = try LibraryRequest("{ library { wishes { sequel { title binding } } } }")
    let response = try request.response(
      [[1]], [[1, 31], [1, 31], [1, 32]], [[1, 31, "a", "LEATHER"], [1, 32, "b", "SOFT"]])
    #expect(
      response.text.hasSuffix(
        #""data":{"library":{"wishes":[{"sequel":{"title":"a","binding":null}},"#
          + #"{"sequel":{"title":"a","binding":null}},{"sequel":{"title":"b","binding":"SOFT"}}]}}}"#))
    #expect(
      response.errors.map(\.path) == [0, 1].map { index in
        [.key("library"), .key("wishes"), .index(index), .key("sequel"), .key("binding")]
      })
  }

  @Test func `A shared object that gives way to null does so everywhere`() throws {
    let request = try LibraryRequest("{ library { wishes { sequel { title } } } }")
    let response = try request.response([[1]], [[1, 31], [1, 31]], [[1, 31, nil]])
    #expect(response.text.hasSuffix(#""data":{"library":{"wishes":[{"sequel":null},{"sequel":null}]}}}"#))
    #expect(response.errors.count == 2)
  }

  @Test func `What was taken back is not copied from`() throws {
    // The first wish is taken back after its sequel was written; what follows overwrites it.
    let request = try LibraryRequest("{ library { wishes { sequel { title } title } } }")
    let response = try request.response(
      [[1]], [[1, 31, nil], [1, 32, "second"], [1, 31, "third"], [1, 32, "fourth"]],
      [[1, 31, "a"], [1, 32, "a longer title"]])
    #expect(
      response.text.hasSuffix(
        #""data":{"library":{"wishes":[null,{"sequel":{"title":"a longer title"},"title":"second"},"#
          + #"{"sequel":{"title":"a"},"title":"third"},{"sequel":{"title":"a longer title"},"title":"fourth"}]}}}"#))
    #expect(response.errors.count == 1)
  }
}
