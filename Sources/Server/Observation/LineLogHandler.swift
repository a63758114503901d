import Foundation
import GraphQL
import Logging

/// Writes the log to standard error, one line each, whatever stands in it: what a client sent, or PostgreSQL said,
/// cannot begin a line of its own.
///
///     2026-09-07T08:30:00.125Z info request operation=FamilyPage request=… status=200
///     {"time":"2026-09-07T08:30:00.125Z","level":"info","message":"request","operation":"FamilyPage",…,"status":200}
struct LineLogHandler: LogHandler {
  let format: LogFormat
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  /// The maximum number of bytes of a value, or of a line of text. A longer one is cut to a quarter of this number of
  /// characters.
  private static let maximumLength = 64 << 10

  init(format: LogFormat) { self.format = format }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var all = metadata
    if let more = event.metadata { all.merge(more) { $1 } }
    let line = line(event.level, "\(event.message)", all, at: Date().timeIntervalSince1970)
    // One write keeps lines of several threads apart; a failure cannot be reported.
    try? FileHandle.standardError.write(contentsOf: line)
  }

  /// - Parameter time: in seconds since 1970.
  func line(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata, at time: Double) -> [UInt8] {
    let sorted = metadata.sorted { $0.key < $1.key }
    return switch format {
    case .text: Self.text(level, message, sorted, Self.timestamp(time))
    case .json: Self.json(level, message, sorted, Self.timestamp(time))
    }
  }

  // MARK: Text

  private static func text(
    _ level: Logger.Level, _ message: String, _ metadata: [(key: String, value: Logger.Metadata.Value)], _ time: String
  ) -> [UInt8] {
    var line = "\(time) \(level.rawValue) \(oneLine(message))"
    for (key, value) in metadata { line += " \(oneLine(key))=\(quotedIfNeeded("\(value)"))" }
    return Array(cut(line).utf8) + [UInt8(ascii: "\n")]
  }

  private static func quotedIfNeeded(_ value: String) -> String {
    let isPlain = !value.isEmpty && value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") }
    return isPlain ? oneLine(value) : "\"\(oneLine(value, quotes: true))\""
  }

  /// Without what would begin a new line, or tell a terminal to do something.
  private static func oneLine(_ text: String, quotes: Bool = false) -> String {
    var line = "".unicodeScalars
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": line.append(contentsOf: "\\n".unicodeScalars)
      case "\"" where quotes: line.append(contentsOf: "\\\"".unicodeScalars)
      case "\\" where quotes: line.append(contentsOf: "\\\\".unicodeScalars)
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028
        || scalar.value == 0x2029:
        line.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      default: line.append(scalar)
      }
    }
    return String(line)
  }

  // MARK: JSON

  private static let reserved: Set<String> = ["time", "level", "message"]

  private static func json(
    _ level: Logger.Level, _ message: String, _ metadata: [(key: String, value: Logger.Metadata.Value)], _ time: String
  ) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    writer.write(json: "{\"time\":")
    writer.writeString(time)
    writer.write(json: ",\"level\":")
    writer.writeString(level.rawValue)
    writer.write(json: ",\"message\":")
    writer.writeString(cut(message))
    for (key, value) in metadata {
      writer.write(json: ",")
      writer.writeString(reserved.contains(key) ? "_" + key : key)
      writer.write(json: ":")
      write(value, to: &writer)
    }
    writer.write(json: "}\n")
    return writer.bytes
  }

  private static func write(_ value: Logger.Metadata.Value, to writer: inout JSONWriter) {
    switch value {
    case .string(let text): writer.writeString(cut(text))
    case .stringConvertible(let value as Int): writer.writeInteger(value)
    case .stringConvertible(let value as Int64): writer.writeInteger(value)
    case .stringConvertible(let value as UInt): writer.writeInteger(Int64(clamping: value))
    case .stringConvertible(let value as Double): writer.writeDouble(value)
    case .stringConvertible(let value as Bool): writer.writeBool(value)
    case .stringConvertible(let value): writer.writeString(cut("\(value)"))
    case .array(let values):
      writer.write(json: "[")
      for (index, value) in values.enumerated() {
        if index > 0 { writer.write(json: ",") }
        write(value, to: &writer)
      }
      writer.write(json: "]")
    case .dictionary(let values):
      writer.write(json: "{")
      for (index, (key, value)) in values.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { writer.write(json: ",") }
        writer.writeString(key)
        writer.write(json: ":")
        write(value, to: &writer)
      }
      writer.write(json: "}")
    }
  }

  private static func cut(_ text: String) -> String {
    text.utf8.count <= maximumLength ? text : String(decoding: text.utf8.prefix(maximumLength), as: UTF8.self) + "…"
  }

  // MARK: Time

  /// As RFC 3339 has it, in UTC with milliseconds.
  private static func timestamp(_ time: Double) -> String {
    let milliseconds = Int64((time * 1000).rounded(.down))
    var (second, parts) = (time_t(milliseconds / 1000), tm())
    gmtime_r(&second, &parts)
    func digits(_ number: some BinaryInteger, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1, 2))-\(digits(parts.tm_mday, 2))T"
      + "\(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2)):\(digits(parts.tm_sec, 2))."
      + "\(digits(milliseconds % 1000, 3))Z"
  }
}
