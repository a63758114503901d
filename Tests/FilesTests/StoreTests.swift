import Files
import Foundation
import NIOCore
import SQL
import Testing
import TestSupport

/// Both stores keep the same promises.
@Suite("A store") struct StoreTests {
  @Test(arguments: TestStore.there) func `gives back what was put, whole and in ranges`(kind: TestStore) async throws {
    try await kind.with { store, folder in
      let id = UUIDValue.random()
      let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      try await store.put(id, .original, from: try folder.arrived(bytes))
      let file = try await store.open(id, .original)
      #expect(file.size == bytes.count)
      for range in [0..<bytes.count, 0..<1, 10..<200_000, bytes.count - 5..<bytes.count, 7..<7] {
        #expect(try await read(file, range) == Array(bytes[range]), "\(range)")
      }
      await missing(.small, of: id, in: store)
    }
  }

  @Test(arguments: TestStore.there) func `takes large files, and replaces them`(kind: TestStore) async throws {
    try await kind.with { store, folder in
      let id = UUIDValue.random()
      for size in [26_214_400, (16 << 20) + 1, 16 << 20, 1] {
        let bytes = [UInt8](repeating: UInt8(size % 251), count: size)
        try await store.put(id, .original, from: try folder.arrived(bytes))
        let file = try await store.open(id, .original)
        #expect(file.size == size)
        #expect(try await read(file, 0..<size) == bytes)
      }
      #expect(try await store.unfinished().isEmpty)
    }
  }

  @Test(arguments: TestStore.there) func `deletes all variants, and what is not there counts as deleted`(kind: TestStore) async throws {
    try await kind.with { store, folder in
      let (id, other) = (UUIDValue(high: 1, low: 0x8000_0000_0000_00EF), UUIDValue(high: 2, low: 0x8000_0000_0000_00EF))
      for variant in FileVariant.allCases {
        try await store.put(id, variant, from: try folder.arrived(Array(variant.rawValue.utf8)))
        try await store.put(other, variant, from: try folder.arrived(Array(variant.rawValue.utf8)))
      }
      #expect(try await store.list(0xEF).count == 8)
      let open = try await store.open(id, .original)
      try await store.delete([id, .random()])
      for variant in FileVariant.allCases { await missing(variant, of: id, in: store) }
      #expect(Set(try await store.list(0xEF).compactMap(\.name)) == Set(FileVariant.allCases.map { StoredName(other, $0) }))
      if case .local = open { #expect(try await read(open, 0..<8) == Array("original".utf8)) }
      try await store.delete(id)
    }
  }

  @Test(arguments: TestStore.there) func `lists what it has by folder, with sizes and times`(kind: TestStore) async throws {
    try await kind.with { store, folder in
      let ids = (0..<5).map { UUIDValue(high: UInt64($0), low: 0x8000_0000_0000_0000 | UInt64($0 % 2)) }
      for id in ids { try await store.put(id, .original, from: try folder.arrived([1, 2, 3])) }
      let now = Date().timeIntervalSince1970
      for number in UInt8(0)...2 {
        let objects = try await store.list(number)
        #expect(Set(objects.compactMap(\.name)) == Set(ids.filter { $0.low & 0xFF == UInt64(number) }.map { StoredName($0, .original) }))
        for object in objects {
          #expect(object.size == 3)
          #expect(abs(object.modified - now) < 60)
        }
      }
    }
  }

  @Test(arguments: TestStore.there) func `says that it is well`(kind: TestStore) async throws {
    try await kind.with { store, _ in
      try await store.check()
      #expect(try await store.list(0).isEmpty)
    }
  }

  @Test(arguments: TestStore.there) func `takes an accepted file, and leaves nothing temporary`(kind: TestStore) async throws {
    try await kind.with { store, folder in
      let id = UUIDValue.random()
      let file = try await folder.accept(try folder.arrived(Array("hi".utf8)))
      try await store.put(id, file)
      #expect(try await store.open(id, .original).size == 2)
      #expect(try folder.temporary.isEmpty)
    }
  }

  private func read(_ file: OpenedFile, _ range: Range<Int>) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in file.bytes(range) {
      #expect(piece.readableBytes <= OpenedFile.pieceSize)
      bytes += piece.readableBytesView
    }
    return bytes
  }

  private func missing(_ variant: FileVariant, of id: UUIDValue, in store: any FileStore) async {
    do throws(FileStoreFailure) {
      _ = try await store.open(id, variant)
      Issue.record("\(variant) is there")
    } catch {
      #expect(error.reason == .missing)
    }
  }
}
