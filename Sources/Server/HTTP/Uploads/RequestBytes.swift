import Gateway
import NIOCore

/// The body of a request, as an upload takes it.
struct RequestBytes: UploadSource {
  let body: ArrivingBody

  func next() async throws(UploadCut) -> ByteBufferView? {
    do throws(ArrivingBody.Fault) {
      return try await body.next()?.readableBytesView
    } catch {
      switch error {
      case .cut: throw .gone
      case .tooSlow: throw .tooSlow
      case .unwanted: throw .displaced
      }
    }
  }

  func end() { body.fail(.unwanted) }
}
