@testable import Files
import SQL
import Testing
import TestSupport

@Suite("S3", .enabled(if: TestS3.isThere, Comment(rawValue: TestS3.absence))) struct S3Tests {
  @Test func `that refuses the key, or has no such bucket, is unavailable, and its secret is not told`() async throws {
    try await TestS3.with { server in
      let folder = try TestFolder()
      for store in [try server.store(secret: "wrong"), try server.store(bucket: "other")] {
        let failure = await #expect(throws: FileStoreFailure.self) {
          try await store.put(.random(), .original, from: try folder.arrived([1]))
        }
        #expect(failure?.description.contains(server.key.secret) == false)
        #expect(failure?.description.contains(server.url) == true)
      }
    }
  }

  @Test func `has parts that an upload has left, until it is aborted`() async throws {
    try await TestS3.with { server in
      let store = try server.store()
      #expect(try await store.unfinished().isEmpty)
      _ = try await store.begin("\(StoredName(.random(), .original))")
      let left = try await store.unfinished()
      #expect(left.count == 1)
      for upload in left { try await store.abort(upload) }
      #expect(try await store.unfinished().isEmpty)
    }
  }
}
