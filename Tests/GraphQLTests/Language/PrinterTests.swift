import GraphQL
import Testing

@Suite("Printing documents")
struct PrinterTests {
  @Test(
    "A document in the printer's format is printed as it was",
    arguments: [KitchenSink.executable, KitchenSink.typeSystem])
  func canonical(text: String) throws {
    let document = try Document(parsing: Source(text))
    // The reference implementation indents the blank lines of block strings.
    let printed = document.printed.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.allSatisfy { $0 == " " } ? "" : $0 }.joined(separator: "\n")
    #expect(printed == text)
    #expect(try Document(parsing: Source(document.printed)) == document)
  }

  @Test(
    "Other documents are brought into the printer's format",
    arguments: [
      ("{a,b}", "{\n  a\n  b\n}"),
      ("query{a}", "{\n  a\n}"),
      ("query A{a}", "query A {\n  a\n}"),
      ("query($a:Int=1){a(a:$a)}", "query ($a: Int = 1) {\n  a(a: $a)\n}"),
      ("{a:b(c:{d:[1 2]},e:\"\"){f}}", "{\n  a: b(c: { d: [1, 2] }, e: \"\") {\n    f\n  }\n}"),
      ("{...a...on B{c}...@d{e}}", "{\n  ...a\n  ... on B {\n    c\n  }\n  ... @d {\n    e\n  }\n}"),
      ("{a}fragment b on C{d}", "{\n  a\n}\n\nfragment b on C {\n  d\n}"),
      ("type A implements&B&C{d:[E!]!}", "type A implements B & C {\n  d: [E!]!\n}"),
      ("union A=|B|C", "union A = B | C"),
      ("directive@a repeatable on|FIELD|QUERY", "directive @a repeatable on FIELD | QUERY"),
      ("\"a\"scalar B", "\"a\"\nscalar B"),
    ])
  func formatting(text: String, printed: String) throws {
    let document = try Document(parsing: Source(text))
    #expect(document.printed == printed)
    #expect(try Document(parsing: Source(printed)) == document)
  }

  @Test("Arguments move to lines of their own when their field's line would pass 80 characters")
  func longArguments() throws {
    let fits = "{\n  a(b: \"" + String(repeating: "x", count: 72) + "\")\n}"
    #expect(try Document(parsing: Source(fits)).printed == fits)
    let tooLong = String(repeating: "x", count: 73)
    let document = try Document(parsing: Source("{a(b:\"\(tooLong)\")}"))
    #expect(document.printed == "{\n  a(\n    b: \"\(tooLong)\"\n  )\n}")
  }

  @Test(
    "Strings escape quotes, backslashes and controls",
    arguments: [
      ("", #""""#), ("a\"b", #""a\"b""#), ("\\", #""\\""#), ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
      ("\u{0}\u{1F}\u{7F}\u{80}\u{9F}", #""\u0000\u001F\u007F\u0080\u009F""#), ("é😀/", #""é😀/""#),
    ])
  func strings(value: String, printed: String) throws {
    let node = Value(.string(value, block: false))
    #expect(node.printed == printed)
    #expect(try Value(parsing: Source(printed)) == node)
  }

  @Test("Types", arguments: ["A", "A!", "[A]", "[A!]!", "[[A!]]!"])
  func types(text: String) throws {
    #expect(try TypeNode(parsing: Source(text)).printed == text)
  }
}
