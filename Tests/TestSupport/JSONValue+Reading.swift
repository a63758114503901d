package import GraphQL

extension JSONValue {
  /// The value at a response path: `json.at("data", "family", "students", 0)`.
  package func at(_ path: PathSegment...) -> JSONValue? {
    path.reduce(self as JSONValue?) { value, segment in
      switch segment {
      case .key(let key): value?[key]
      case .index(let index): value?.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
    }
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var array: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
  /// The keys of an object, in its order.
  package var keys: [String]? { if case .object(let members) = self { members.map(\.key) } else { nil } }
  package var number: Double? { if case .number(let text) = self { Double(text) } else { nil } }

  /// Indented by two spaces, as people read it.
  package func indented(by depth: Int = 0) -> String {
    let inner = String(repeating: "  ", count: depth + 1)
    let outer = String(repeating: "  ", count: depth)
    func lines(_ items: [String], _ open: String, _ close: String) -> String {
      items.isEmpty ? open + close : "\(open)\n\(items.map { inner + $0 }.joined(separator: ",\n"))\n\(outer)\(close)"
    }
    switch self {
    case .array(let items): return lines(items.map { $0.indented(by: depth + 1) }, "[", "]")
    case .object(let members):
      return lines(
        members.map { "\(JSONValue.string($0.key).indented()): \($0.value.indented(by: depth + 1))" }, "{", "}")
    default:
      var writer = JSONWriter()
      writer.writeValue(self)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }
}

extension PathSegment: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  package init(stringLiteral key: String) { self = .key(key) }
  package init(integerLiteral index: Int) { self = .index(index) }
}
