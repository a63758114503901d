import Files
import Foundation
import TestSupport

/// A store of each kind, for the same tests.
enum TestStore: String, CaseIterable, Sendable {
  case folder
  case s3

  static var there: [TestStore] { allCases.filter { $0 == .folder || TestS3.isThere } }

  /// Runs `body` with an empty store, and the folder in which files for it are made.
  func with(_ body: (any FileStore, TestFolder) async throws -> Void) async throws {
    let folder = try TestFolder()
    switch self {
    case .folder: try await body(folder.store, folder)
    case .s3: try await TestS3.with { server in try await body(try server.store(), folder) }
    }
  }
}

extension TestS3 {
  /// - Parameter secret: another one than the server's, for requests that it refuses.
  func store(secret: String? = nil, bucket: String = TestS3.bucket) throws -> S3Store {
    guard let location = S3Location(endpoint: url, bucket: bucket, region: "us-east-1", isVirtualHost: false) else { throw NotAnAddress() }
    return S3Store(location, S3Credentials(id: key.id, secret: secret ?? key.secret))
  }

  struct NotAnAddress: Error {}
}
