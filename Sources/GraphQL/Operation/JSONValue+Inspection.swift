extension JSONValue {
  /// The value as messages show it, in the notation of the reference implementation:
  /// `{ name: "Ada", tags: ["x", [Array]] }`. Objects and lists more than two levels deep, and the items
  /// of a list after the tenth, are only hinted at.
  var inspected: String { inspected(depth: 0).brief }

  private func inspected(depth: Int) -> String {
    switch self {
    case .null: return "null"
    case .bool(let flag): return flag ? "true" : "false"
    case .number(let text): return text
    case .string(let text): return Value(.string(text.brief, block: false)).printed
    case .array(let items):
      if items.isEmpty { return "[]" }
      if depth >= 2 { return "[Array]" }
      var shown = items.prefix(10).map { $0.inspected(depth: depth + 1) }
      let rest = items.count - shown.count
      if rest > 0 { shown.append("... \(rest) more item\(rest == 1 ? "" : "s")") }
      return "[\(shown.joined(separator: ", "))]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      if depth >= 2 { return "[Object]" }
      // As many as can be seen before the whole is cut.
      let shown = members.prefix(200).map { "\($0.key.brief): \($0.value.inspected(depth: depth + 1))" }
      return "{ \(shown.joined(separator: ", ")) }"
    }
  }
}
