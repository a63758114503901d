package import SQL

/// Takes the content of uploads: decides by it alone what a file is, and writes it anew.
package struct FileIntake: Sendable {
  private let folder: FilesFolder
  private let pictures: PictureWorkers
  private let maximumSize: Int

  /// - Parameters:
  ///   - folder: prepared.
  ///   - maximumSize: of the largest file, in bytes.
  package init(folder: FilesFolder, pictures: PictureWorkers, maximumSize: Int) {
    self.folder = folder
    self.pictures = pictures
    self.maximumSize = maximumSize
  }

  /// Examines a file that has arrived. It stays as it is, and must not change meanwhile.
  /// - Parameters:
  ///   - path: the file, of at most the bytes that files may have.
  ///   - name: as it was given; a name that `FileName` does not take becomes `file`.
  ///   - owner: the account that pictures wait for in turn.
  ///   - sha256: the hash that the bytes must have; nil for any.
  package func accept(
    _ path: String, name: String, owner: UUIDValue, sha256: [UInt8]? = nil
  ) async throws(FileRefusal) -> AcceptedFile {
    let name = FileName.cleaned(name) ?? "file"
    let content = try await run { [maximumSize] () throws(FileRefusal) in
      try ArrivedFile.content(of: path, atMost: maximumSize, sha256: sha256)
    }
    switch content {
    case .picture(let format): return try await picture(format, path, name: name, owner: owner)
    case .pdf, .archive, .other: return try await document(content, path, name: name)
    }
  }

  private func picture(
    _ format: PictureFormat, _ path: String, name: String, owner: UUIDValue
  ) async throws(FileRefusal) -> AcceptedFile {
    let job = PictureJob(format: format, input: path, output: folder.temporary())
    let files = Dictionary(uniqueKeysWithValues: FileVariant.allCases.map { ($0, job.path($0)) })
    do throws(FileRefusal) {
      let picture = try await pictures.decode(job, owner: owner)
      return try await run { () throws(FileRefusal) in
        let original = try ArrivedFile.measured(job.path(.original))
        var stored = 0
        for path in files.values { stored += try ArrivedFile.size(of: path) }
        return AcceptedFile(
          name: FileName.ending(name, as: picture.type), type: picture.type, bytes: original.size, sha256: original.sha256,
          width: picture.width, height: picture.height, files: files, storedBytes: stored)
      }
    } catch {
      for path in files.values { Disk.remove(path) }
      throw error
    }
  }

  private func document(_ content: SentContent, _ path: String, name: String) async throws(FileRefusal) -> AcceptedFile {
    let copy = folder.temporary() + ".original"
    do throws(FileRefusal) {
      return try await run { () throws(FileRefusal) in
        // The copy is examined, so that nothing changes between the examination and the store.
        let document = try ArrivedFile.copied(path, to: copy)
        guard let type = try ArrivedFile.type(of: document.file, as: content) else { throw .content(.type) }
        return AcceptedFile(
          name: FileName.ending(name, as: type), type: type, bytes: document.size, sha256: document.sha256, width: nil, height: nil,
          files: [.original: copy], storedBytes: document.size)
      }
    } catch {
      Disk.remove(copy)
      throw error
    }
  }

  private func run<Value: Sendable>(_ work: @escaping @Sendable () throws(FileRefusal) -> Value) async throws(FileRefusal) -> Value {
    try await DiskThreads.run(work)
  }
}
