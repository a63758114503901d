import Files
import Foundation
import Testing

@Suite("The folder of a server") struct FolderTests {
  @Test func `is for its user alone`() throws {
    let folder = try TestFolder()
    for path in [folder.folder.path, folder.folder.incoming, folder.folder.files] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    }
  }

  @Test func `that cannot be made is told of`() {
    let folder = FilesFolder("/proc/nonexistent/files")
    #expect(throws: FileStoreFailure.self) { try folder.prepare() }
  }

  @Test(arguments: [
    "ef/0198a1b2-0000-7000-8000-0123456789ef.original", "00/0198a1b2-0000-7000-8000-012345678900.small",
  ]) func `names files by their ids`(text: String) throws {
    let name = try #require(StoredName(text))
    #expect("\(name)" == text)
  }

  @Test(arguments: [
    "", "ef/x", "ee/0198a1b2-0000-7000-8000-0123456789ef.original", "ef/0198A1B2-0000-7000-8000-0123456789EF.original",
    "ef/0198a1b2-0000-7000-8000-0123456789ef.other", "ef/0198a1b2-0000-7000-8000-0123456789ef", "0198a1b2-0000-7000-8000-0123456789ef.original",
    "ef/0198a1b2-0000-7000-8000-0123456789ef.original.x", "../0198a1b2-0000-7000-8000-0123456789ef.original",
  ]) func `has other names that are none of its own`(text: String) { #expect(StoredName(text) == nil) }
}
