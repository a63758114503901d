extension HostileRequest {
  /// Fields to be compared with each other, more than there are bytes.
  static let overlaps: [HostileRequest] = [
    HostileRequest("one field, repeated") { "{ \(filled("__typename ", $0)) }" },
    HostileRequest("one object, repeated") { "{ \(filled("family { id } ", $0)) }" },
    HostileRequest("one object, repeated with other fields") { size in
      "{ \(numbered(size) { "family { a\($0): id } " }) }"
    },
    HostileRequest("one object, repeated in inline fragments") { size in
      "{ \(numbered(size) { "... { family { a\($0): id } } " }) }"
    },
    HostileRequest("one object, repeated in inline fragments inside each other") { size in
      let depth = min(180, max(1, size / 30))
      let opening = (0..<depth).map { "family { a\($0): id } ... { " }.joined()
      return "{ \(opening)__typename\(String(repeating: " }", count: depth)) }"
    },
    HostileRequest("other arguments each time") { size in
      "{ family { \(numbered(size) { "students(first: \($0)) { id } " }) } }"
    },
    HostileRequest("other fields each time") { size in
      "{ family { \(numbered(size) { "a: \($0 % 2 == 0 ? "id" : "name") b\($0): id " }) } }"
    },
    HostileRequest("long arguments, compared each time") { size in
      let half = filled("a", min(size, 2_000))
      return "{ \(numbered(size) { "a: course(id: \"\(half)\($0)\") { id } " }) }"
    },
    HostileRequest("equal long arguments, compared each time") { size in
      let half = filled("a", min(size, 2_000))
      return "{ \(numbered(size) { "a: course(id: \"\(half)\") { b\($0): id } " }) }"
    },
    HostileRequest("lists as arguments, in other orders") { size in
      let items = (0..<50).map { "k\($0): \($0)" }
      return "{ \(numbered(size) { number in "a: course(id: {\((items[(number % 50)...] + items[..<(number % 50)]).joined(separator: " "))}) { id } " }) }"
    },
    HostileRequest("objects inside each other, twice each") { size in
      let depth = max(1, min(10, size.bitWidth - size.leadingZeroBitCount - 6))
      func pair(_ depth: Int) -> String {
        depth == 0 ? "id" : "subject { courses { \(pair(depth - 1)) } } subject { courses { \(pair(depth - 1)) a\(depth): id } }"
      }
      return "{ course(id: 1) { \(pair(depth)) } }"
    },
    HostileRequest("fragments, all compared with all") { size in
      let count = min(900, max(2, size / 50))
      return "{ \((0..<count).map { "...F\($0) " }.joined()) } "
        + (0..<count).map { "fragment F\($0) on Query { family { a\($0): id } } " }.joined()
    },
    HostileRequest("types that exclude each other") { size in
      "{ family { members { \(numbered(size) { "... on Student { a: id b\($0): name } ... on Parent { a: name c\($0): id } " }) } } }"
    },
    HostileRequest("conflicts in all subfields") { size in
      let one = numbered(size / 2) { "a\($0): id " }
      let other = numbered(size / 2) { "a\($0): name " }
      return "{ family { \(one) } family { \(other) } }"
    },
  ]
}
