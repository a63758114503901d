import Files
import Foundation
import SQL
import Testing

@Suite("The check of a store") struct StoreCheckTests {
  private let ids = (1...4).map { UUIDValue(high: UInt64($0), low: 0x8000_0000_0000_0007) }

  @Test(arguments: TestStore.there) func `finds what is missing, orphaned and of a wrong size, and nothing else`(kind: TestStore) async throws {
    try await kind.with { store, folder in
      let now = Date().timeIntervalSince1970
      for id in ids.prefix(3) { try await store.put(id, .original, from: try folder.arrived([1, 2, 3])) }
      for variant in [FileVariant.small, .medium, .large] { try await store.put(ids[1], variant, from: try folder.arrived([1])) }
      let known = [
        KnownFile(id: ids[0], kind: .document, bytes: 3, storedBytes: 3), KnownFile(id: ids[1], kind: .picture, bytes: 3, storedBytes: 6),
        KnownFile(id: ids[2], kind: .document, bytes: 4, storedBytes: 4), KnownFile(id: ids[3], kind: .picture, bytes: 4, storedBytes: 4),
      ]
      let check = StoreCheck(store: store, folder: folder.folder, now: now)
      let findings = Set(try await check.findings(in: 7) { _ in (known, []) })
      #expect(
        findings
          == Set([.wrongSize(ids[2], size: 3, expected: 4)] + FileVariant.allCases.map { .missing(StoredName(ids[3], $0)) }))
      for finding in findings { #expect(try await !check.repair(finding)) }
      let fewer = try await check.findings(in: 7) { _ in (Array(known.prefix(1)), []) }
      #expect(fewer.count == 5)
      #expect(try await check.findings(in: 7) { _ in (Array(known.prefix(1)), [ids[1], ids[2]]) }.isEmpty)
      // Not yet: a transaction may be about to make it known.
      for finding in fewer { #expect(try await !check.repair(finding)) }
      let later = StoreCheck(store: store, folder: folder.folder, now: now + StoreCheck.age + 60)
      for finding in fewer { #expect(try await later.repair(finding)) }
      #expect(try await later.findings(in: 7) { _ in (Array(known.prefix(1)), []) }.isEmpty)
      #expect(try await store.open(ids[0], .original).size == 3)
    }
  }

  @Test func `finds and deletes what uploads have left for a day`() async throws {
    let folder = try TestFolder()
    let now = Date().timeIntervalSince1970
    let path = try folder.arrived([1, 2])
    _ = try await folder.accept(try folder.arrived(Array("hi".utf8)))
    let check = StoreCheck(store: folder.store, folder: folder.folder, now: now)
    #expect(try await check.staleUploads().isEmpty)
    let later = StoreCheck(store: folder.store, folder: folder.folder, now: now + StoreCheck.age + 60)
    let stale = try await later.staleUploads()
    #expect(stale.count == 3)
    for finding in stale { #expect(try await later.repair(finding)) }
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try folder.temporary.isEmpty)
  }

  @Test func `finds files of other names in its folders`() async throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(atPath: folder.folder.files + "/07", withIntermediateDirectories: false)
    try Data([1]).write(to: URL(filePath: folder.folder.files + "/07/notes.txt"))
    let check = StoreCheck(store: folder.store, folder: folder.folder, now: Date().timeIntervalSince1970 + 2 * StoreCheck.age)
    let findings = try await check.findings(in: 7) { _ in ([], []) }
    #expect(findings.map(\.description) == ["orphaned 07/notes.txt: 1 bytes"])
    for finding in findings { #expect(try await check.repair(finding)) }
    #expect(try await folder.store.list(7).isEmpty)
  }
}
