extension HostileRequest {
  /// Fragments that are many times as large as their text, deep, or endless.
  static let fragments: [HostileRequest] = [
    HostileRequest("fragments that double each other", document: { doubling($0, levels: .max) }),
    HostileRequest("a hundred fragments that double each other", document: { doubling($0, levels: 100) }),
    HostileRequest("a fragment that spreads itself") { "{ ...A } fragment A on Query { \(filled("...A ", $0)) }" },
    HostileRequest("fragments in one circle") { size in
      "{ ...F0 } fragment F on Query { ...F0 } " + numbered(size) { "fragment F\($0) on Query { ...F\($0 + 1) } " }
    },
    HostileRequest("fragments in a circle, closed") { size in
      let count = max(2, size / 36)
      return "{ ...F0 } " + (0..<count).map { "fragment F\($0) on Query { ...F\(($0 + 1) % count) } " }.joined()
    },
    HostileRequest("pairs of fragments in circles") { size in
      "{ __typename } " + numbered(size) { "fragment F\($0) on Query { ...F\($0 ^ 1) } " }
    },
    HostileRequest("fragments that all spread each other") { size in
      let count = max(2, min(60, Int(Double(size).squareRoot()) / 3))
      let spreads = (0..<count).map { "...F\($0) " }.joined()
      return "{ ...F0 } " + (0..<count).map { "fragment F\($0) on Query { \(spreads) } " }.joined()
    },
    HostileRequest("fragments that nobody spreads") { size in
      "{ __typename } " + numbered(size) { "fragment F\($0) on Query { __typename } " }
    },
    HostileRequest("spreads of one fragment") { "{ \(filled("...F ", $0)) } fragment F on Query { __typename }" },
    HostileRequest("spreads of unknown fragments") { size in "{ \(numbered(size) { "...F\($0) " }) }" },
    HostileRequest("deep fragments inside each other") { size in
      chain("F", on: "Course", around: "subject { courses { subject { courses {", size) + "{ course(id: 1) { ...F0 } }"
    },
    HostileRequest("two chains of deep fragments, compared with each other") { size in
      chain("F", on: "Course", around: "subject { courses { subject { courses {", size / 2)
        + chain("G", on: "Course", around: "subject { courses { subject { courses {", size / 2)
        + "{ course(id: 1) { ...F0 ...G0 } }"
    },
    HostileRequest("two chains of very deep fragments, compared with each other") { size in
      let around = String(repeating: "subject { courses { ", count: 8)
      return chain("F", on: "Course", around: around, size / 2) + chain("G", on: "Course", around: around, size / 2)
        + "{ course(id: 1) { ...F0 ...G0 } }"
    },
    HostileRequest("inline fragments in fragments inside each other") { size in
      chain("F", on: "Query", around: String(repeating: "... { ", count: 20), size) + "{ ...F0 }"
    },
  ]

  /// Fragments each inside the one before it, `around` deep.
  private static func chain(_ name: String, on type: String, around: String, _ size: Int) -> String {
    let closing = String(repeating: "} ", count: around.count { $0 == "{" })
    let levels = max(1, min(100, size / (around.utf8.count + 40)))
    return (0..<levels).map { "fragment \(name)\($0) on \(type) { \(around) ...\(name)\($0 + 1) \(closing) } " }.joined()
      + "fragment \(name)\(levels) on \(type) { __typename } "
  }

  private static func doubling(_ size: Int, levels: Int) -> String {
    let count = min(levels, max(1, size / 80))
    let fragments = (0..<count).map {
      "fragment F\($0) on Query { ...F\($0 + 1) ... @include(if: true) { ...F\($0 + 1) } } "
    }
    return "{ ...F0 } " + fragments.joined() + "fragment F\(count) on Query { family { id } }"
  }
}
