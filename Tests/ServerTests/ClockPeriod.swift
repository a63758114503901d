import Foundation

/// A period of a clock that a test must not cross.
enum ClockPeriod: Int {
  case quarterHour = 900
  case hour = 3_600
  case day = 86_400

  /// Returns in the next period where this one ends within so many seconds, and at once otherwise.
  func wait(endingWithin seconds: Int, in zone: TimeZone = .gmt) async throws {
    while rawValue - (Int(Date().timeIntervalSince1970) + zone.secondsFromGMT()) % rawValue <= seconds {
      try await Task.sleep(for: .seconds(1))
    }
  }
}
