import GraphQL
import TestSupport
import Testing

/// Values at the edges of the scalars, inside and outside: nothing of them is a fault of the server.
struct BoundaryValues {
  let schema: Schema

  /// - Parameter description: the field's description, which states the length limit: "1 to 500 characters".
  func values(of type: TypeReference, _ description: String?, known: String?) -> [JSONValue] {
    if type.itemType != nil {
      guard schema.isLeaf(type.namedType) else { return [.array([])] }
      let items = values(of: .named(type.namedType), nil, known: known)
      return [.array([]), .array(Array(items.prefix(8))), .array(items.first.map { [$0, $0] } ?? []), .array([.null])]
        + items.prefix(6).map { .array([$0]) } + [.array((0..<201).map { _ in .string(newID()) })]
    }
    switch type.namedType {
    case "String": return Self.texts(most: Self.most(description)).map { .string($0) }
    case "ID": return Self.ids(known).map { .string($0) }
    case "Int": return ["0", "-1", "1", "2147483647", "-2147483648"].map { .number($0) }
    case "Float":
      return ["0", "-0.0", "1e308", "-1e308", "1e-320", "0.00001", "999999.99995", "999999.9999", "99.95", "1000000000000000"].map {
        .number($0)
      }
    case "Boolean": return [.bool(true), .bool(false)]
    case "Date":
      return [
        "0001-01-01", "9999-12-31", "0000-12-31", "10000-01-01", "2026-02-29", "2024-02-29", "-0001-01-01", "infinity", "now", "",
      ].map { .string($0) }
    case "Time":
      return ["00:00:00", "23:59:59", "24:00:00", "23:59:60", "12:00", "12:00:00.5", "12:00:00+01", ""].map { .string($0) }
    case "DateTime":
      return [
        "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00", "infinity",
        "2026-06-31T00:00:00Z", "2026-06-30T24:00:00Z",
      ].map { .string($0) }
    case "TimeZone":
      return ["Europe/Berlin", "UTC", "GMT+25", "Foo/Bar", "", "localtime", "posixrules", "../etc/passwd", "EST5EDT", "Factory"].map {
        .string($0)
      }
    case "Color": return ["#FFFFFF", "#fff", "", "#GGGGGG"].map { .string($0) }
    case "Decimal":
      return [
        "0", "-0", "-1", "12.5", "0.000001", "1.2345678", "999999999999999.999999", "1000000000000000", "1e3", "NaN", "Infinity", ".5", "5.",
        "", "१",
      ].map { .string($0) }
    case "Currency": return ["EUR", "JPY", "KWD", "CLF", "eur", "XAU", "XXX", "EURO", ""].map { .string($0) }
    case "URL":
      let long = "https://example.org/" + String(repeating: "é", count: 2_000)
      return ["https://a", "https://example.org/é", long, "http://\u{200B}", "", "javascript:alert(1)"].map { .string($0) }
    case "EmailAddress":
      let long = String(repeating: "a", count: 64) + "@" + String(repeating: "b", count: 251) + ".org"
      return ["a@b.c", "a@b", long, "ü@example.org", "", "a@\u{0}.org"].map { .string($0) }
    default:
      guard case .enum(let values)? = schema.types[type.namedType] else { return [] }
      return values.values.map { .string($0.name) } + [.string("NOPE")]
    }
  }

  private static func ids(_ known: String?) -> [String] {
    (known.map { [$0, $0.uppercased()] } ?? [])
      + ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", newID(), "", "x", "\u{0}"]
  }

  private static func texts(most: Int) -> [String] {
    [
      "", " ", "\n", "\u{200B}", "\u{FEFF}\u{2060}", "\u{2800}", "\u{3164}", "\u{202E}", "a\u{0}", "\u{0}", "\u{7}", "\u{85}",
      "\u{FFFF}", "\u{10FFFF}", "\u{E000}", "a'; --", "%_\\", "\u{2028}",
      String(repeating: "a", count: most), String(repeating: "a", count: most + 1),
      // By UTF-8, by UTF-16 and by what people see, other lengths than by PostgreSQL's.
      String(repeating: "😀", count: most), String(repeating: "e\u{301}", count: most / 2),
      String(repeating: "👩\u{200D}🔬", count: most / 3 + 1), "a" + String(repeating: "\u{200B}", count: most),
      " " + String(repeating: "a", count: most) + "\u{200B} ",
    ]
  }

  /// The most characters that a description says; 200 where it says none.
  static func most(_ description: String?) -> Int {
    let text = (description ?? "").replacing(",", with: "")
    if let match = text.firstMatch(of: #/(?:to|at most) (\d+) characters/#), let most = Int(match.output.1) { return most }
    return 200
  }
}

/// An argument of a field that a query reaches.
struct ContractArgument: Sendable, CustomTestStringConvertible {
  let way: Way
  let field: FieldType
  let argument: InputValueType

  var testDescription: String { "\((way.keys + [field.name]).joined(separator: ".")).\(argument.name)" }

  var isOfSchool: Bool { way.keys.first == "schools" }

  /// Asks for the field with the value as a variable, and with as little as there may be of other arguments.
  func document(_ schema: Schema) -> String {
    let others = field.arguments.filter { $0.isRequired && $0.name != argument.name }.map {
      "\($0.name): \(schema.literal(of: $0.type))"
    }
    let given = (["\(argument.name): $value"] + others).joined(separator: ", ")
    let selection = schema.isLeaf(field.type.namedType) ? "" : "{ __typename }"
    return "query ($value: \(argument.type)) " + way.query("\(field.name)(\(given)) \(selection)")
  }
}
