import Planning
import Domain

extension RequestLimits {
  /// How many bytes of JSON an answer to the viewer may have.
  func responseBytes(for viewer: Viewer) -> Int {
    switch viewer {
    case .anonymous, .reader: anonymousResponseBytes
    case .account: responseBytes
    }
  }
}
