import GraphQL
import SQL
import Testing

@testable import Planning

struct AccessMatrixTests {
  private static let viewers: [LibraryViewer] = [.stranger, .staff, .reader]

  private func matrix(
    introspection: Access<LibraryViewer> = .anyone
  ) throws -> AccessMatrix<LibraryViewer> {
    AccessMatrix(of: try .library(introspection: introspection), viewers: Self.viewers, outsider: "other library")
  }

  @Test(
    "A field is as its rule and the scope of its rows say",
    arguments: [
      ("Book", "title", "sign in, yes, yes"), ("Book", "appraisal", "sign in, yes, no"),
      ("Book", "remark", "sign in, yes, some"),
      // The rule is for anyone, but strangers have no library.
      ("Library", "name", "none, yes, yes"), ("Query", "opening", "none, yes, yes"),
      ("Query", "node", "sign in, yes, yes"),
      // A type without rows has the access of the objects that it is made of.
      ("Stock", "count", "sign in, yes, yes"), ("LoanConnection", "nodes", "sign in, yes, yes"),
      ("PageInfo", "endCursor", "sign in, yes, yes"),
    ])
  func verdicts(typeName: String, field: String, expected: String) throws {
    let matrix = try matrix()
    let verdicts = Self.viewers.compactMap { matrix.verdict(of: field, on: typeName, for: $0)?.rawValue }
    #expect(verdicts.joined(separator: ", ") == expected)
  }

  @Test func `There is no verdict on what there is not`() throws {
    #expect(try matrix().verdict(of: "titel", on: "Book", for: .staff) == nil)
    #expect(try matrix().verdict(of: "title", on: "Bok", for: .staff) == nil)
  }

  @Test(
    "The text has the line",
    arguments: [
      "Book stranger staff reader other library",
      "rows: books.library_id = viewer.library",
      "stranger: sees none",
      "staff, reader: sees all",
      "remark sign in yes some none staffOrAuthor; reader: books.author_id = viewer.person",
      "books sign in yes yes none everyViewer (first, offset, where: BookFilter, orderBy: BookOrder)",
      "reader: sees those where loans.person_id = viewer.person",
      "rows: people.library_id = viewer.library AND people.kind = 'A'",
      // A row of another library is no row, whatever leads there.
      "book sign in yes yes none everyViewer (id)",
      "__schema, __type yes yes yes - anyone",
      // A filter is as what it filters by: a field, a relation, the field of several types.
      "appraisal sign in yes no none as Book.appraisal", "critic sign in yes some none as Book.critic",
      "email sign in yes no none as Adult.email, Child.email",
      "SEQUEL_SHELF_NAME sign in yes yes none as Book.sequel.shelf.name",
    ])
  func line(_ line: String) throws {
    let lines = try matrix().text(title: ["The library."]).split(separator: "\n")
    #expect(lines.contains { $0.split(separator: " ").joined(separator: " ") == line })
    #expect(lines.first == "The library.")
  }

  @Test func `Who may ask for the schema is said too`() throws {
    let text = try matrix(introspection: .staff).text(title: [])
    #expect(text.contains(/__schema, __type +sign in +yes +no +- +staff\n/))
  }

  @Test func `A filter that is of two types has the lines of both`() throws {
    let matrix = try matrix()
    #expect(matrix.listInputs.filters["PersonFilter"].map(Set.init) == ["Person", "Adult"])
    #expect(matrix.listInputs.orders["BookOrderField"] == ["Book"])
    #expect(matrix.filter(by: "and", of: "Book") == nil)
  }
}
