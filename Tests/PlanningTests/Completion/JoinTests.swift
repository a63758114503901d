import Testing

@testable import Planning

struct JoinTests {
  @Test func `Each parent has its own children, in the order of the statement`() throws {
    let request = try LibraryRequest("{ library { shelves { name books { title } } } }")
    #expect(
      try request.body(
        [[1]], [[1, "A", 20], [1, "B", 21], [1, "C", 22]],
        [[1, 22, "v"], [1, 20, "w"], [1, 22, "x"], [1, 99, "y"], [1, 20, "z"]])
        == #"{"data":{"library":{"shelves":[{"name":"A","books":[{"title":"w"},{"title":"z"}]},"#
        + #"{"name":"B","books":[]},{"name":"C","books":[{"title":"v"},{"title":"x"}]}]}}}"#)
  }

  @Test func `Many objects share one target, and a target that nobody wants is dropped`() throws {
    let request = try LibraryRequest("{ library { wishes { title shelf { name } } } }")
    #expect(
      try request.body(
        [[1]], [[1, "w", 20], [1, "x", 20], [1, "y", 21]], [[1, 21, "B"], [1, 22, "C"], [1, 20, "A"]])
        == #"{"data":{"library":{"wishes":[{"title":"w","shelf":{"name":"A"}},"#
        + #"{"title":"x","shelf":{"name":"A"}},{"title":"y","shelf":{"name":"B"}}]}}}"#)
  }

  @Test func `A nullable relation without key, or to a row that is not there, is null`() throws {
    let request = try LibraryRequest("{ library { wishes { sequel { title } } } }")
    #expect(
      try request.body([[1]], [[1, nil], [1, 31], [1, 32]], [[1, 32, "II"]])
        == #"{"data":{"library":{"wishes":[{"sequel":null},{"sequel":null},{"sequel":{"title":"II"}}]}}}"#)
  }

  @Test func `A lookup that finds nothing is null, and what stands below it is not written`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { title loans { id } } }"#)
    #expect(try request.body([], [[1, 30, 40]]) == #"{"data":{"book":null}}"#)
  }

  @Test func `Aliases of one relation do not mix`() throws {
    let request = try LibraryRequest("{ library { a: shelves(first: 1) { name } b: shelves { name } } }")
    #expect(
      try request.body([[1]], [[1, "A"]], [[1, "A"], [1, "B"]])
        == #"{"data":{"library":{"a":[{"name":"A"}],"b":[{"name":"A"},{"name":"B"}]}}}"#)
  }

  @Test func `A level of no rows is an empty list`() throws {
    let request = try LibraryRequest("{ library { shelves { name } wishes { id } } }")
    #expect(try request.body([[1]], [], []) == #"{"data":{"library":{"shelves":[],"wishes":[]}}}"#)
  }

  @Test func `Values that may be null are null`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { pages price binding isLent } }"#)
    #expect(
      try request.body([[1, nil, nil, nil, nil]])
        == #"{"data":{"book":{"pages":null,"price":null,"binding":null,"isLent":null}}}"#)
  }
}
