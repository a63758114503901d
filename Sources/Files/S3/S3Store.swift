package import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
package import SQL

/// Files in a bucket of an S3-compatible store: `ef/<id>.<variant>`.
package struct S3Store: FileStore {
  /// The largest file that is sent by one request, and the size of the parts of others, in bytes.
  private static let wholeSize = 16 << 20
  private static let partSize = 8 << 20

  private let client: S3Client

  /// - Parameter now: in seconds since 1970, for signatures.
  package init(
    _ location: S3Location, _ credentials: S3Credentials, client: HTTPClient,
    now: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
  ) {
    self.client = S3Client(location: location, credentials: credentials, client: client, now: now)
  }

  /// With a client for all stores of the process. It tells at once of a store that cannot be reached.
  package init(_ location: S3Location, _ credentials: S3Credentials) { self.init(location, credentials, client: Self.sharedClient) }

  private static let sharedClient: HTTPClient = {
    var configuration = HTTPClient.Configuration(timeout: .init(connect: .seconds(5)))
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()

  package var label: String { "s3 \(client.location.endpoint) \(client.location.bucket)" }

  package func put(_ id: UUIDValue, _ files: [FileVariant: String]) async throws(FileStoreFailure) {
    // The original last: where it is, all is.
    for variant in FileVariant.allCases.reversed() {
      guard let path = files[variant] else { continue }
      let file = try await DiskThreads.run { () throws(FileStoreFailure) in
        do throws(DiskError) { return try Disk.open(path) } catch { throw error.failure }
      }
      let key = "\(StoredName(id, variant))"
      if file.size <= Self.wholeSize {
        _ = try await client.answer(S3Request(method: "PUT", key: key, body: .file(file, 0..<file.size)))
      } else {
        try await putParts(key, file)
      }
    }
  }

  private func putParts(_ key: String, _ file: LocalFile) async throws(FileStoreFailure) {
    let upload = try await begin(key)
    do throws(FileStoreFailure) {
      var parts = ""
      for (index, offset) in stride(from: 0, to: file.size, by: Self.partSize).enumerated() {
        let part = try await client.answer(
          S3Request(
            method: "PUT", key: key, query: [("partNumber", "\(index + 1)"), ("uploadId", upload)],
            body: .file(file, offset..<min(file.size, offset + Self.partSize))))
        guard let tag = part.headers["etag"].first else { throw unintelligible("a part") }
        parts += "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(tag.replacing("\"", with: "&quot;"))</ETag></Part>"
      }
      let body = "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(parts)</CompleteMultipartUpload>"
      let done = try await client.answer(
        S3Request(method: "POST", key: key, query: [("uploadId", upload)], body: .bytes(Array(body.utf8))))
      // The status is sent before the parts are joined; a failure stands in the body.
      guard S3Document(done.text).text("Code") == nil else { throw unintelligible("the end of an upload") }
    } catch {
      // Parts are paid for until they are aborted. Also where this task is cancelled.
      let failure = error
      let (client, request) = (client, S3Request(method: "DELETE", key: key, query: [("uploadId", upload)]))
      await Task.detached { _ = try? await client.answer(request) }.value
      throw failure
    }
  }

  /// Begins an upload in parts.
  /// - Returns: its id.
  func begin(_ key: String) async throws(FileStoreFailure) -> String {
    let begun = try await client.answer(S3Request(method: "POST", key: key, query: [("uploads", "")]))
    guard let upload = S3Document(begun.text).text("UploadId") else { throw unintelligible("a new upload") }
    return upload
  }

  package func open(_ id: UUIDValue, _ variant: FileVariant) async throws(FileStoreFailure) -> OpenedFile {
    let key = "\(StoredName(id, variant))"
    let head = try await client.answer(S3Request(method: "HEAD", key: key))
    guard let size = head.headers["content-length"].first.flatMap({ Int($0) }) else { throw unintelligible("HEAD") }
    let client = client
    return .remote(RemoteFile(size: size) { range in FileBytes { S3Pieces(client, key, range).next } })
  }

  package func delete(_ ids: [UUIDValue]) async throws(FileStoreFailure) {
    for id in ids {
      for variant in FileVariant.allCases { try await delete("\(StoredName(id, variant))") }
    }
  }

  /// A key that is not there is answered as one that is.
  private func delete(_ key: String) async throws(FileStoreFailure) {
    do throws(FileStoreFailure) {
      _ = try await client.answer(S3Request(method: "DELETE", key: key))
    } catch {
      guard error.reason == .missing, !error.description.hasSuffix("NoSuchBucket") else { throw error }
    }
  }

  package func list(_ folder: UInt8) async throws(FileStoreFailure) -> [StoredObject] {
    var objects: [StoredObject] = []
    var token: String?
    repeat {
      var query = [("list-type", "2"), ("prefix", StoredName.text(of: folder) + "/")]
      if let token { query.append(("continuation-token", token)) }
      let page = S3Document(try await client.answer(S3Request(method: "GET", key: "", query: query)).text)
      for object in page.all("Contents") {
        guard let key = object.text("Key"), let size = object.text("Size").flatMap({ Int($0) }),
          let modified = object.text("LastModified").flatMap(Self.seconds)
        else { throw unintelligible("a list") }
        objects.append(StoredObject(key: key, size: size, modified: modified))
      }
      token = page.text("IsTruncated") == "true" ? page.text("NextContinuationToken") : nil
    } while token != nil
    return objects
  }

  package func unfinished() async throws(FileStoreFailure) -> [UnfinishedUpload] {
    var uploads: [UnfinishedUpload] = []
    var marker: (key: String, id: String)?
    repeat {
      var query = [("uploads", "")]
      if let marker { query += [("key-marker", marker.key), ("upload-id-marker", marker.id)] }
      let page = S3Document(try await client.answer(S3Request(method: "GET", key: "", query: query)).text)
      for upload in page.all("Upload") {
        guard let key = upload.text("Key"), let id = upload.text("UploadId") else { throw unintelligible("a list of uploads") }
        // moto tells one time of all uploads.
        uploads.append(UnfinishedUpload(key: key, id: id, began: upload.text("Initiated").flatMap(Self.seconds) ?? 0))
      }
      marker = nil
      if page.text("IsTruncated") == "true", let key = page.text("NextKeyMarker"), let id = page.text("NextUploadIdMarker") {
        marker = (key, id)
      }
    } while marker != nil
    return uploads
  }

  package func remove(_ object: StoredObject) async throws(FileStoreFailure) { try await delete(object.key) }

  package func abort(_ upload: UnfinishedUpload) async throws(FileStoreFailure) {
    do throws(FileStoreFailure) {
      _ = try await client.answer(S3Request(method: "DELETE", key: upload.key, query: [("uploadId", upload.id)]))
    } catch {
      // Somebody else has ended it.
      guard error.reason == .missing else { throw error }
    }
  }

  /// Writes, reads and deletes an object, each at the first try.
  package func check() async throws(FileStoreFailure) {
    var client = client
    client.tries = 1
    let key = "check/\(UUIDValue.random())"
    _ = try await client.answer(S3Request(method: "PUT", key: key, body: .bytes(Array("hatched doctor".utf8))), within: 10)
    let read = try await client.answer(S3Request(method: "GET", key: key), within: 10)
    try await delete(key)
    guard read.text == "hatched doctor" else { throw unintelligible("an object that was written") }
  }

  private func unintelligible(_ subject: String) -> FileStoreFailure {
    FileStoreFailure(.unavailable, "\(client.location.endpoint) answers \(subject) with what S3 does not say")
  }

  /// The seconds since 1970 of a time such as `2026-11-27T18:00:00.000Z`.
  private static func seconds(_ text: String) -> Double? {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    return (try? style.parse(text))?.timeIntervalSince1970
  }
}
