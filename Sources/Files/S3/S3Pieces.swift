import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// A range of an object, as its bytes arrive. One reader has it; a reader that stops ends the request.
final class S3Pieces {
  private let client: S3Client
  private let key: String
  private var left: Range<Int>
  private var body: HTTPClientResponse.Body.AsyncIterator?
  private var piece = ByteBuffer()

  init(_ client: S3Client, _ key: String, _ range: Range<Int>) {
    (self.client, self.key, left) = (client, key, range)
  }

  func next() async throws(FileStoreFailure) -> ByteBuffer? {
    guard !left.isEmpty else { return nil }
    if body == nil {
      let request = S3Request(method: "GET", key: key, headers: ["range": "bytes=\(left.lowerBound)-\(left.upperBound - 1)"])
      // The client may be slow: 25 MiB at 4 KiB/s.
      let response = try await client.response(request, within: 2 * 3600)
      guard response.status == .partialContent || left.lowerBound == 0 else {
        throw FileStoreFailure(.unavailable, "\(client.location.endpoint) does not give ranges")
      }
      body = response.body.makeAsyncIterator()
    }
    while piece.readableBytes == 0 {
      do {
        guard let next = try await body?.next(isolation: #isolation) else { throw FileStoreFailure(.unavailable, "the store ends before the file does") }
        piece = next
      } catch let failure as FileStoreFailure {
        throw failure
      } catch {
        throw FileStoreFailure(.unavailable, "\(client.location.endpoint) fails: \(error)")
      }
    }
    let count = min(piece.readableBytes, OpenedFile.pieceSize, left.count)
    let slice = piece.readSlice(length: count)
    left = left.lowerBound + count..<left.upperBound
    return slice
  }
}
