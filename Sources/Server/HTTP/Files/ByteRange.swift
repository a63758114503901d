/// The part of a file that a `Range` header asks for — RFC 9110, section 14.2.
///
/// One range is answered. A header that is malformed, has another unit, or names several is answered with the whole
/// file, as the RFC permits: several would be another format, and overlapping ones are a known attack.
enum ByteRange: Hashable, Sendable {
  case whole
  case part(Range<Int>)
  /// It begins after the last byte, or has no length.
  case unsatisfiable

  /// The longest header that is looked at.
  private static let maximumLength = 256

  /// - Parameters:
  ///   - header: the values of all headers of the name, joined by commas; nil without one.
  ///   - count: the bytes of the file, at least one.
  init(_ header: String?, of count: Int) {
    self = header.flatMap { Self.only(in: $0) }.map { Self.resolved($0, count) } ?? .whole
  }

  private enum Specifier {
    /// `500-999`, `500-`: a last position that is too large for a number is the largest one.
    case from(Int, last: Int?)
    /// `-500`
    case suffix(Int)
  }

  private static func resolved(_ specifier: Specifier, _ count: Int) -> ByteRange {
    switch specifier {
    case .from(let first, _) where first >= count: .unsatisfiable
    case .from(let first, let last): .part(first..<min(last ?? .max, count - 1) + 1)
    case .suffix(0): .unsatisfiable
    case .suffix(let length): .part(max(0, count - length)..<count)
    }
  }

  /// `bytes=` and one range. Nil for all else.
  private static func only(in header: String) -> Specifier? {
    guard header.utf8.count <= maximumLength else { return nil }
    let parts = header.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, String(parts[0])?.lowercased() == "bytes" else { return nil }
    // RFC 9110, section 5.6.1: empty elements of a list do not count.
    let ranges = parts[1].split(separator: UInt8(ascii: ",")).map(trimmed).filter { !$0.isEmpty }
    guard ranges.count == 1 else { return nil }
    let ends = ranges[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    if ends[0].isEmpty { return number(ends[1]).map { .suffix($0) } }
    guard let first = number(ends[0]) else { return nil }
    if ends[1].isEmpty { return .from(first, last: nil) }
    guard let last = number(ends[1]), first <= last else { return nil }
    return .from(first, last: last)
  }

  /// The largest number stands for all that are larger.
  private static func number(_ digits: Substring.UTF8View) -> Int? {
    guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return Int(String(Substring(digits))) ?? .max
  }

  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let rest = text.drop(while: isSpace)
    return rest.dropLast(rest.reversed().prefix(while: isSpace).count)
  }
}
