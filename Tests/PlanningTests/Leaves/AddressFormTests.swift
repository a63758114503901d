import GraphQL
import SQL
import Testing

@testable import Planning

/// Leaves that are addresses: the database gives bytes, and the server makes the address.
struct AddressFormTests {
  private static let form = AddressForm("test") { $0.isEmpty ? nil : "/files/\($0.count)?\"" }
  private static let resolver = Resolver<LibraryViewer>.address(form, access: .everyViewer) { row, _ in row["claim"] }

  private func format(of type: SQLType = .bytea, as leaf: String) throws -> LeafFormat? {
    let reference = TypeReference(try TypeNode(parsing: Source(leaf)))
    let schema = try Schema(sdl: [Source("type Query { a: Int } enum Size { SMALL } scalar URL scalar Date")])
    return Self.resolver.format(of: type, as: reference, in: schema)
  }

  @Test func `Bytes become an address of a field that is text`() throws {
    for leaf in ["String", "String!", "URL"] { #expect(try format(as: leaf) == .address(Self.form)) }
    for leaf in ["Int", "Size", "Date", "[String!]", "Query"] { #expect(try format(as: leaf) == nil, "\(leaf)") }
    #expect(try format(of: .text, as: "String") == nil)
  }

  @Test func `An address is written as JSON, and bytes that are none fail`() {
    #expect(LeafFormat.address(Self.form).json([1, 2, 3]) == #""/files/3?\"""#)
    #expect(LeafFormat.address(Self.form).json([]) == nil)
  }
}
