import AsyncHTTPClient
import Crypto
import Foundation
import NIOCore
import NIOHTTP1

/// Sends requests to a store, signed.
struct S3Client: Sendable {
  /// The largest answer that is read as a whole, in bytes: a list of 1,000 objects.
  private static let maximumAnswer = 4 << 20

  let location: S3Location
  let credentials: S3Credentials
  let client: HTTPClient
  /// In seconds since 1970.
  let now: @Sendable () -> Int
  /// The number of times that a request is sent which the store could not answer.
  var tries = 4

  struct Answer {
    let headers: HTTPHeaders
    let body: ByteBuffer

    var text: String { String(buffer: body) }
  }

  /// Sends a request, and reads its answer as a whole.
  func answer(_ request: S3Request, within seconds: Int64 = 60) async throws(FileStoreFailure) -> Answer {
    let response = try await response(request, within: seconds)
    do {
      return Answer(headers: response.headers, body: try await response.body.collect(upTo: Self.maximumAnswer))
    } catch {
      throw unreachable(error)
    }
  }

  /// Sends a request, again where the store has failed.
  /// - Returns: an answer of status 200 to 299, whose body waits.
  func response(_ request: S3Request, within seconds: Int64 = 60) async throws(FileStoreFailure) -> HTTPClientResponse {
    let hash = try await hash(of: request.body)
    var attempt = 1
    while true {
      let (failure, mayPass): (FileStoreFailure, Bool)
      do {
        let response = try await client.execute(try signed(request, hash), deadline: .now() + .seconds(seconds))
        if (200...299).contains(response.status.code) { return response }
        let text = try? await response.body.collect(upTo: Self.maximumAnswer)
        // Too early, too many, or its own failure.
        mayPass = [408, 425, 429, 500, 502, 503, 504].contains(response.status.code)
        failure = refused(request, response.status.code, text.map { String(buffer: $0) } ?? "")
      } catch {
        (failure, mayPass) = (unreachable(error), !(error is CancellationError))
      }
      guard mayPass, attempt < tries else { throw failure }
      do { try await Task.sleep(for: .milliseconds(100 << (2 * (attempt - 1)))) } catch { throw failure }
      attempt += 1
    }
  }

  private func signed(_ request: S3Request, _ hash: String) throws -> HTTPClientRequest {
    let path = location.path(of: request.key)
    var headers = request.headers
    headers["host"] = location.host
    let signature = S3Signature(credentials: credentials, region: location.region, time: S3Signature.time(now()))
    headers = signature.signed(request.method, path: path, query: request.query, headers: headers, payloadHash: hash)
    let query = S3Signature.query(request.query)
    var signed = HTTPClientRequest(
      url: location.root + S3Signature.encoded(path, keepingSlashes: true) + (query.isEmpty ? "" : "?\(query)"))
    signed.method = HTTPMethod(rawValue: request.method)
    for (name, value) in headers { signed.headers.add(name: name, value: value) }
    switch request.body {
    case .none:
      if request.method == "PUT" || request.method == "POST" { signed.body = .bytes(ByteBuffer()) }
    case .bytes(let bytes): signed.body = .bytes(ByteBuffer(bytes: bytes))
    case .file(let file, let range):
      signed.body = .stream(OpenedFile.local(file).bytes(range), length: .known(Int64(range.count)))
    }
    return signed
  }

  private func hash(of body: S3Request.Body) async throws(FileStoreFailure) -> String {
    switch body {
    case .none: return S3Signature.emptyHash
    case .bytes(let bytes): return S3Signature.hexadecimal(SHA256.hash(data: bytes))
    case .file(let file, let range):
      var hash = SHA256()
      for try await piece in OpenedFile.local(file).bytes(range) {
        piece.withUnsafeReadableBytes { hash.update(bufferPointer: $0) }
      }
      return S3Signature.hexadecimal(hash.finalize())
    }
  }

  private func refused(_ request: S3Request, _ status: UInt, _ text: String) -> FileStoreFailure {
    let code = S3Document(text).text("Code").map { ", \($0)" } ?? ""
    return FileStoreFailure(
      status == 404 ? .missing : status == 507 ? .full : .unavailable,
      "\(location.endpoint) answers \(request.method) \(location.path(of: request.key)) with \(status)\(code)")
  }

  private func unreachable(_ error: any Error) -> FileStoreFailure {
    FileStoreFailure(.unavailable, "\(location.endpoint) cannot be reached: \(error)")
  }
}
