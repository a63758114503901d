/// A line of libcurl's log that has the number of a stream.
enum StreamLine: Hashable {
  /// A request has its stream.
  case opened(Int)
  /// GOAWAY has come, with the last stream that the server acts on.
  case left(last: Int)

  private static let longest = 300

  init?(_ line: UnsafeRawBufferPointer) {
    let text = line.prefix(Self.longest)
    if let number = Self.number(after: "last_stream=", in: text) {
      self = .left(last: number)
    } else if let number = Self.number(after: "Using Stream ID: ", in: text) ?? Self.number(before: "] OPENED stream", in: text) {
      self = .opened(number)
    } else {
      return nil
    }
  }

  private static func number(after prefix: StaticString, in text: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard let range = text.range(of: prefix) else { return nil }
    return number(text[range.upperBound...].prefix(while: isDigit))
  }

  /// libcurl 8: `[HTTP/2] [1] OPENED stream for https://…`.
  private static func number(before suffix: StaticString, in text: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard let range = text.range(of: suffix) else { return nil }
    let start = text[..<range.lowerBound].lastIndex { !isDigit($0) }.map { $0 + 1 } ?? text.startIndex
    return number(text[start..<range.lowerBound])
  }

  private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? { Int(String(decoding: digits, as: UTF8.self)) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension Slice<UnsafeRawBufferPointer> {
  fileprivate func range(of text: StaticString) -> Range<Int>? {
    text.withUTF8Buffer { wanted in
      guard count >= wanted.count else { return nil }
      for start in startIndex...(endIndex - wanted.count)
      where self[start] == wanted[0] && self[start..<(start + wanted.count)].elementsEqual(wanted) {
        return start..<(start + wanted.count)
      }
      return nil
    }
  }
}
