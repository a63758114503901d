import Files
import Foundation
import SQL

/// A folder for files, and an intake with workers, which are gone with it.
final class TestFolder: Sendable {
  let folder: FilesFolder
  let store: FolderStore
  let pictures: PictureWorkers
  let intake: FileIntake
  let owner = UUIDValue.random()

  init(workers: Int = 2, maximumWaiting: Int = 100, program: String = PictureWorkers.programBesideThis) throws {
    folder = FilesFolder(FileManager.default.temporaryDirectory.appending(path: "hatched-store-\(UUID().uuidString)").path)
    try folder.prepare()
    store = FolderStore(folder)
    pictures = PictureWorkers(program: program, count: workers, maximumWaiting: maximumWaiting)
    intake = FileIntake(folder: folder, pictures: pictures, maximumSize: 26_214_400)
  }

  deinit {
    pictures.close()
    try? FileManager.default.removeItem(atPath: folder.path)
  }

  /// A file as if it had arrived.
  func arrived(_ bytes: [UInt8]) throws -> String {
    let path = folder.incoming(.random())
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  func accept(_ path: String, _ name: String = "name") async throws(FileRefusal) -> AcceptedFile {
    try await intake.accept(path, name: name, owner: owner)
  }

  /// The reason for which a file is refused; nil when it is not.
  func refusal(_ path: String) async -> FileRefusal? {
    do throws(FileRefusal) {
      try await accept(path).discard()
      return nil
    } catch {
      return error
    }
  }

  /// The names of the temporary files.
  var temporary: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path + "/decoded") } }
}
