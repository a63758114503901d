/// A moment as nanoseconds since the reactor was made: small enough for an atomic.
struct ReactorTime: Comparable {
  let nanoseconds: Int64

  static let never = ReactorTime(nanoseconds: .max)

  init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Times of more than a century are as good as one.
  init(_ sinceStart: Duration) {
    let (seconds, attoseconds) = sinceStart.components
    let limit: Int64 = 4_000_000_000
    nanoseconds = max(-limit, min(seconds, limit)) * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  static func < (left: ReactorTime, right: ReactorTime) -> Bool { left.nanoseconds < right.nanoseconds }

  /// Rounded up, so that the thread does not wake just before the deadline and spin; -1 for no deadline. At most a day.
  func milliseconds(from now: ReactorTime) -> Int32 {
    if self == .never { return -1 }
    let left = nanoseconds - now.nanoseconds
    if left <= 0 { return 0 }
    return Int32(min(left / 1_000_000 + 1, 86_400_000))
  }
}
