import Foundation

/// The clock that a program is given in place of the system's; see Tests/MovedClock.
struct MovedClock: Sendable {
  private let file: URL

  /// - Parameter file: where the program reads how far its clock is set.
  init(file: URL) { self.file = file }

  /// The environment of the program.
  var environment: [String: String] {
    get throws { ["LD_PRELOAD": try Machine.movedClock, "MOVED_CLOCK_FILE": file.path] }
  }

  /// Sets the clock, at once.
  func set(_ offset: Duration) throws {
    try "\(offset.components.seconds)\n".write(to: file, atomically: true, encoding: .utf8)
    try Machine.run("chmod 644 \(file.path)")
  }
}

extension Duration {
  static func hours(_ hours: Int) -> Duration { .seconds(3600 * hours) }
}
