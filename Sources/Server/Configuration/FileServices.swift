import Domain
import Files
import Foundation
import Logging

/// The parts of a server that take, keep and give files.
struct FileServices: Sendable {
  let folder: FilesFolder
  let store: any FileStore
  let pictures: PictureWorkers
  let intake: FileIntake

  /// Makes the folders that are missing. A server whose folder or worker fails serves all else: it refuses uploads for now.
  /// - Throws: when the settings are malformed.
  init(_ options: FileOptions, logger: Logger) throws {
    folder = options.folder
    store = try options.store()
    pictures = options.pictures
    intake = FileIntake(folder: folder, pictures: pictures, maximumSize: Int(UploadCreation.maximumBytes))
    do throws(FileStoreFailure) {
      try folder.prepare()
    } catch {
      logger.error("the folder for files cannot be used", metadata: ["error": "\(error)", "advice": "see --files-folder, and run hatched doctor"])
    }
    // The first worker starts meanwhile, so that the first picture finds it.
    let pictures = pictures
    Thread.detachNewThread {
      do throws(FileStoreFailure) {
        _ = try pictures.check()
      } catch {
        logger.error("pictures cannot be decoded", metadata: ["error": "\(error)", "advice": "see --picture-program, and run hatched doctor"])
      }
    }
  }
}
