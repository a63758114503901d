import GraphQL
import SQL

extension JSONWriter {
  /// Writes `"01993f5e-7b01-7c23-8d45-6789abcdef00"`.
  mutating func write(_ id: UUIDValue) {
    write(count: 38) { text in
      text[0] = UInt8(ascii: "\"")
      id.write(to: text + 1)
      text[37] = UInt8(ascii: "\"")
    }
  }
}
