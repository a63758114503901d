/// The work of the picture workers since the start.
package struct PictureStatistics: Sendable {
  package var waiting = 0
  package var running = 0
  package var decoded = 0
  /// Those that were refused for their content.
  package var undecodable = 0
  /// Those that were not let in, since too many waited.
  package var refused = 0
  /// The time that pictures took, in seconds.
  package var seconds = 0.0
  /// Processes that were started: more than there are workers after faults.
  package var started = 0

  mutating func count(_ result: Result<DecodedPicture, FileRefusal>, _ seconds: Double) {
    self.seconds += seconds
    switch result {
    case .success: decoded += 1
    case .failure(.content): undecodable += 1
    case .failure: break
    }
  }
}
