import GraphQL

extension JSONWriter {
  /// - Returns: false for a moment that RFC 3339 cannot write.
  mutating func write(_ value: GivenValue) -> Bool {
    switch value {
    case .text(let text): writeString(text)
    case .integer(let number): write(json: "\(number)")
    case .boolean(let flag): write(json: flag ? "true" : "false")
    case .json(let bytes): write(json: bytes)
    case .moment(let seconds):
      // PostgreSQL's timestamps count from 2000-01-01.
      let (microseconds, overflow) = (seconds &- 946_684_800).multipliedReportingOverflow(by: 1_000_000)
      return !overflow && writeTimestamp(microseconds: microseconds)
    }
    return true
  }
}
