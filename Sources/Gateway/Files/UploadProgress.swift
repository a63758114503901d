/// Which states of an upload are noted while it goes on.
struct UploadProgress {
  /// A note costs the database a statement.
  private static let pause = Duration.seconds(1)
  private static let least = 256 << 10

  private var noted: Int
  private var time = ContinuousClock.now

  init(_ received: Int) { noted = received }

  /// Whether it is time to note another one, and this one is worth it.
  mutating func isWorthNoting(_ received: Int) -> Bool {
    guard received - noted >= Self.least else { return false }
    let now = ContinuousClock.now
    guard time.duration(to: now) >= Self.pause else { return false }
    (noted, time) = (received, now)
    return true
  }
}
