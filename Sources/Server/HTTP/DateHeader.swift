import Glibc
import Synchronization

/// The time of answers, in the form of RFC 9110, section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`.
final class DateHeader: Sendable {
  private struct Written {
    var second: Int
    var text: String
  }

  private let written = Mutex(Written(second: .min, text: ""))

  /// Written once a second.
  var text: String {
    let now = time(nil)
    return written.withLock { written in
      if written.second != now { written = Written(second: now, text: Self.text(at: now)) }
      return written.text
    }
  }

  /// - Parameter second: since 1970-01-01 00:00 UTC.
  static func text(at second: Int) -> String {
    var (time, parts) = (time_t(second), tm())
    gmtime_r(&time, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func digits(_ number: Int32, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(days[Int(parts.tm_wday)]), \(digits(parts.tm_mday, 2)) \(months[Int(parts.tm_mon)]) "
      + "\(digits(parts.tm_year + 1900, 4)) \(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2)):"
      + "\(digits(parts.tm_sec, 2)) GMT"
  }
}
