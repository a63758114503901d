import GraphQL

@testable import Planning

extension LeafFormat {
  /// The JSON of a cell; nil when it has none.
  func json(_ cell: [UInt8]) -> String? {
    var writer = JSONWriter()
    let isWritten = cell.withUnsafeBufferPointer { write($0, into: &writer) }
    return isWritten ? String(decoding: writer.bytes, as: UTF8.self) : nil
  }
}
