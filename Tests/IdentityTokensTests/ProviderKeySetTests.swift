import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import IdentityTokens

/// How often the keys are asked for, of a web server.
@Suite struct ProviderKeySetTests {
  private static let eager = ProviderKeySet.Intervals(
    maximumAge: .seconds(3600), afterSuccess: .zero, afterFailure: .zero)

  @Test func `Keys are kept: many tokens at once ask for them once`() async throws {
    let provider = try TestApple()
    try await KeyServer.run(provider.keySet) { server, url in
      let keys = ProviderKeySet(.url(url))
      server.answer(with: .init(body: try provider.keySet, delay: .milliseconds(50)))
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<50 { group.addTask { try await keys.key("key-1") != nil } }
        for try await isThere in group { #expect(isThere) }
      }
      #expect(try await keys.key("key-1") != nil)
      #expect(server.requests == 1)
    }
  }

  @Test func `A key that is not known is looked for at once, since Apple has changed its keys`() async throws {
    let old = try TestApple()
    let new = try TestApple(keyID: "key-2")
    try await KeyServer.run(old.keySet) { server, url in
      let keys = ProviderKeySet(.url(url), intervals: Self.eager)
      #expect(try await keys.key("key-1") != nil)
      server.answer(with: .init(body: try new.keySet))
      #expect(try await keys.key("key-2") != nil)
      #expect(try await keys.key("key-1") == nil)
    }
  }

  @Test func `Whoever makes up keys cannot have them asked for all the time`() async throws {
    let provider = try TestApple()
    try await KeyServer.run(provider.keySet) { server, url in
      let keys = ProviderKeySet(.url(url))
      for number in 0..<100 {
        let key = try await keys.key("made up \(number)")
        #expect(key == nil)
      }
      let key = try await keys.key("key-1")
      #expect(key != nil)
      #expect(server.requests == 1)
    }
  }

  @Test func `Old keys are replaced, and kept when there are no others to be had`() async throws {
    let provider = try TestApple()
    try await KeyServer.run(provider.keySet) { server, url in
      let keys = ProviderKeySet(
        .url(url), intervals: .init(maximumAge: .zero, afterSuccess: .zero, afterFailure: .zero))
      let keysOfTwoTimes = [try await keys.key("key-1"), try await keys.key("key-1")]
      #expect(keysOfTwoTimes.allSatisfy { $0 != nil })
      #expect(server.requests == 2)
      server.answer(with: .init(status: .internalServerError, body: "no"))
      let key = try await keys.key("key-1")
      #expect(key != nil)
      #expect(server.requests == 3)
    }
  }

  @Test(
    "Without a usable answer there are no keys, and it is not asked for again at once",
    arguments: [
      KeyServer.Answer(status: .notFound, body: "{}"), KeyServer.Answer(body: "<html>"),
      KeyServer.Answer(body: #"{"keys":[]}"#),
      KeyServer.Answer(body: #"{"keys":[{"kty":"RSA","kid":"key-1","n":"AQAB","e":"AQAB"}]}"#),
      KeyServer.Answer(body: #"{"keys":["# + String(repeating: " ", count: KeySetSource.maximumSize) + "]}"),
    ])
  func unusable(_ answer: KeyServer.Answer) async throws {
    try await KeyServer.run("") { server, url in
      server.answer(with: answer)
      let keys = ProviderKeySet(.url(url))
      for _ in 0..<3 {
        do throws(IdentityTokenError) {
          _ = try await keys.key("key-1")
          Issue.record("there are keys")
        } catch {
          guard case .keysUnavailable = error else {
            Issue.record("\(error)")
            continue
          }
        }
      }
      #expect(server.requests == 1)
    }
  }

  @Test func `A file that is too large, or not there, has no keys`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString).json")
    try String(repeating: " ", count: KeySetSource.maximumSize + 1).write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    for path in [file.path, "/nowhere/keys.json"] {
      await #expect(throws: IdentityTokenError.self) { try await ProviderKeySet(.file(path)).key("key-1") }
    }
  }
}
