import GraphQL
import Testing

@Suite("Block strings")
struct BlockStringTests {
  @Test(
    "BlockStringValue() takes away common indentation and blank first and last lines",
    arguments: [
      ("", ""),
      ("simple", "simple"),
      (" white space ", " white space "),
      ("contains \" quote", "contains \" quote"),
      ("contains \\\"\"\" triple quote", "contains \"\"\" triple quote"),
      ("multi\nline", "multi\nline"),
      ("multi\rline\r\nnormalized", "multi\nline\nnormalized"),
      ("unescaped \\n\\r\\b\\t\\f\\u1234\\u{41}", "unescaped \\n\\r\\b\\t\\f\\u1234\\u{41}"),
      ("slashes \\\\ \\/", "slashes \\\\ \\/"),
      ("\n\n    spans\n      multiple\n        lines\n\n    ", "spans\n  multiple\n    lines"),
      // The example of the specification, section 2.9.4.
      (
        "\n    Hello,\n      World!\n\n    Yours,\n      GraphQL.\n  ",
        "Hello,\n  World!\n\nYours,\n  GraphQL."
      ),
      (
        "    Hello,\n      World!\n\n    Yours,\n      GraphQL.", "    Hello,\n  World!\n\nYours,\n  GraphQL."
      ),
      ("\n    a\n   \n\tb\n", "   a\n  \nb"),
      ("\n\ta\n\t\tb", "a\n\tb"),
      ("   ", ""),
      ("\n \n\t\n", ""),
      ("\n\n  a", "a"),
      ("a\n\n\n", "a"),
      ("  a  \n  b  ", "  a  \nb  "),
      ("a\n  b\n c", "a\n b\nc"),
      ("é\n  😀\n  €", "é\n😀\n€"),
      ("\n    \\\"\"\"\n  ", "\"\"\""),
      ("controls \u{0}\u{1B}", "controls \u{0}\u{1B}"),
    ])
  func values(raw: String, value: String) throws {
    #expect(try Value(parsing: Source("\"\"\"\(raw)\"\"\"")).kind == .string(value, block: true))
  }

  @Test(
    "A printed block string has the value that was printed",
    arguments: [
      "", "a", " a", "\ta", "a\"", "a\\", "\"", "\"a", "\"\"\"", "a\"\"\"", "a\"\"\"\"", "\\\"\"\"", "a\nb",
      " a\nb", "a\n\nb", "a\n  b\nc", "a\n \nb", "  a\"", String(repeating: "long ", count: 20) + ".",
      " " + String(repeating: "long ", count: 20) + ".", "é😀",
    ])
  func printing(value: String) throws {
    let node = Value(.string(value, block: true))
    #expect(try Value(parsing: Source(node.printed)) == node)

    let field = Field(name: Name("a"), arguments: [Argument(name: Name("b"), value: node)])
    let inner = Field(name: Name("c"), selectionSet: SelectionSet([.field(field)]))
    let operation = OperationDefinition(operation: .query, selectionSet: SelectionSet([.field(inner)]))
    let document = Document(definitions: [.operation(operation)])
    #expect(try Document(parsing: Source(document.printed)) == document)
  }

  @Test(
    "Quotes stand on lines of their own around more than a short line",
    arguments: [
      ("a", "\"\"\"a\"\"\""),
      (" a", "\"\"\" a\"\"\""),
      ("a\nb", "\"\"\"\na\nb\n\"\"\""),
      ("a\"", "\"\"\"\na\"\n\"\"\""),
      ("a\\", "\"\"\"\na\\\n\"\"\""),
      ("a\"\"\"", "\"\"\"\na\\\"\"\"\n\"\"\""),
      (" a\"", "\"\"\" a\"\n\"\"\""),
    ])
  func layout(value: String, printed: String) {
    #expect(Value(.string(value, block: true)).printed == printed)
  }
}
