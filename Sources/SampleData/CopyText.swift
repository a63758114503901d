/// Rows in the text format of PostgreSQL's COPY: tabs between the fields, a newline after each row.
struct CopyText: Sendable {
  private(set) var bytes: [UInt8] = []

  mutating func reserveCapacity(_ count: Int) {
    bytes.reserveCapacity(count)
  }

  /// One row of at least one field; nil becomes `\N`.
  mutating func appendRow<each Value: CopyValue>(_ value: repeat (each Value)?) {
    for field in repeat each value {
      if let field { field.append(to: &bytes) } else { bytes.append(contentsOf: Self.null) }
      bytes.append(UInt8(ascii: "\t"))
    }
    bytes[bytes.count - 1] = UInt8(ascii: "\n")
  }

  private static let null = Array(#"\N"#.utf8)
}
