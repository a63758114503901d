import Files

/// Whether files can be taken and kept: the folder, the store, the room on the disk, and the program that decodes pictures.
struct FileChecks {
  let options: FileOptions

  func findings() async -> [Finding] { [folder()] + (await store()) + [pictures()] }

  private func folder() -> Finding {
    let (folder, name) = (options.folder, "files, folder")
    do throws(FileStoreFailure) {
      let isThere = try folder.check()
      let free = try folder.freeBytes()
      let text = "\(folder.path) \(isThere ? "can be written to" : "will be made"), and has \(free >> 20) MiB free"
      guard free >= FileOptions.least else { return .warn(name, text, "make room: uploads are refused while the disk is full") }
      guard folder.path.hasPrefix("/") else {
        return .warn(name, "\(text); it is under the folder in which the server is started", "set --files-folder to an absolute path")
      }
      return .ok(name, text)
    } catch {
      return .fail(name, "\(error)", "have its owner be the user of the server, or see --files-folder")
    }
  }

  private func store() async -> [Finding] {
    guard options.s3Endpoint != nil else { return [] }
    let name = "files, S3"
    do {
      let store = try options.store()
      try await store.check()
      guard !options.isUnencrypted else {
        return [.warn(name, "\(store.label) can be written to, by requests that are not encrypted", "use https, unless the network is your own")]
      }
      return [.ok(name, "\(store.label) can be written to and read")]
    } catch {
      return [.fail(name, "\(error)", "see --s3-endpoint, --s3-bucket and the key, and that this machine reaches the store")]
    }
  }

  private func pictures() -> Finding {
    let (pictures, name) = (options.pictures, "files, pictures")
    defer { pictures.close() }
    do throws(FileStoreFailure) {
      let (libvips, locks) = try pictures.check()
      let text = "libvips \(libvips) decodes \(pictures.count) pictures at a time"
      guard locks.contains("seccomp") else {
        return .warn(
          name, "\(text), without a filter of system calls", "see that the machine allows seccomp filters: limits and processes are there without")
      }
      return .ok(name, "\(text), with \(locks.joined(separator: " and "))")
    } catch {
      return .fail(name, "\(error)", "install libvips42 (Debian), and hatched-pictures beside hatched")
    }
  }
}
