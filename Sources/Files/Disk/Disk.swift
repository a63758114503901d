#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A call of the system that failed.
struct DiskError: Error {
  let call: String
  let path: String
  let code: Int32

  init(_ call: String, _ path: String) {
    self.call = call
    self.path = path
    code = errno
  }

  var isFull: Bool { code == ENOSPC || code == EDQUOT }
  var isMissing: Bool { code == ENOENT }

  var failure: FileStoreFailure {
    FileStoreFailure(isFull ? .full : isMissing ? .missing : .unavailable, "\(call) \(path): \(String(cString: strerror(code)))")
  }
}

/// Calls of the system on files. Each may wait for the disk: they run on `DiskThreads`.
enum Disk {
  /// The flags that make a file, which must not be there.
  static let creating = O_RDWR | O_CREAT | O_EXCL

  /// Removes a file, if it is there and can be removed.
  static func remove(_ path: String) { _ = unlink(path) }

  /// Removes a file, if it is there.
  static func delete(_ path: String) throws(DiskError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw DiskError("unlink", path) }
  }

  static func open(_ path: String, _ flags: Int32 = O_RDONLY) throws(DiskError) -> LocalFile {
    let descriptor = retrying { systemOpen(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600) }
    guard descriptor >= 0 else { throw DiskError("open", path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      defer { _ = close(descriptor) }
      throw DiskError("fstat", path)
    }
    return LocalFile(descriptor: descriptor, size: Int(status.st_size))
  }

  static func size(of path: String) throws(DiskError) -> (size: Int, modified: Double) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw DiskError("lstat", path) }
    #if canImport(Darwin)
      return (Int(status.st_size), Double(status.st_mtimespec.tv_sec))
    #else
      return (Int(status.st_size), Double(status.st_mtim.tv_sec))
    #endif
  }

  /// Makes a folder for this user alone, unless it is there.
  static func makeFolder(_ path: String) throws(DiskError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw DiskError("mkdir", path) }
  }

  static func rename(_ path: String, to target: String) throws(DiskError) {
    guard systemRename(path, target) == 0 else { throw DiskError("rename", target) }
  }

  /// Has the disk keep what a file or a folder holds now.
  static func flush(_ path: String) throws(DiskError) {
    let descriptor = retrying { systemOpen(path, O_RDONLY | O_CLOEXEC, 0) }
    guard descriptor >= 0 else { throw DiskError("open", path) }
    defer { _ = close(descriptor) }
    guard retrying({ fsync(descriptor) }) == 0 else { throw DiskError("fsync", path) }
  }

  /// The names in a folder; none where it is missing.
  static func names(in path: String) throws(DiskError) -> [String] {
    guard let folder = opendir(path) else {
      if errno == ENOENT { return [] }
      throw DiskError("opendir", path)
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// The bytes that are free where a path is.
  static func freeBytes(at path: String) throws(DiskError) -> Int {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { throw DiskError("statvfs", path) }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  /// Reads until the buffer is full, or the file ends.
  static func read(_ file: LocalFile, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(DiskError) -> Int {
    var done = 0
    while done < buffer.count {
      guard let start = buffer.baseAddress else { break }
      let count = retrying { pread(file.descriptor, start + done, buffer.count - done, off_t(offset + done)) }
      guard count >= 0 else { throw DiskError("pread", "") }
      if count == 0 { break }
      done += count
    }
    return done
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to file: LocalFile, at offset: Int) throws(DiskError) {
    var done = 0
    while done < bytes.count {
      guard let start = bytes.baseAddress else { break }
      let count = retrying { pwrite(file.descriptor, start + done, bytes.count - done, off_t(offset + done)) }
      guard count >= 0 else { throw DiskError("pwrite", "") }
      done += count
    }
  }

  /// Whether this process may make files in a folder.
  static func checkWriting(_ folder: String) throws(DiskError) {
    guard access(folder, W_OK | X_OK) == 0 else { throw DiskError("access", folder) }
  }

  /// Writes a block of zeros: a disk that is full has none.
  static func writeBlock(to file: LocalFile) throws(DiskError) {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
    defer { block.deallocate() }
    block.initializeMemory(as: UInt8.self, repeating: 0)
    try write(UnsafeRawBufferPointer(block), to: file, at: 0)
  }

  /// Maps a file into memory. It must not become shorter meanwhile.
  static func withBytes<Value>(of file: LocalFile, _ body: (UnsafeRawBufferPointer) -> Value) throws(DiskError) -> Value {
    guard file.size > 0 else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    guard let start = mmap(nil, file.size, PROT_READ, MAP_PRIVATE, file.descriptor, 0), start != MAP_FAILED else {
      throw DiskError("mmap", "")
    }
    defer { _ = munmap(start, file.size) }
    return body(UnsafeRawBufferPointer(start: start, count: file.size))
  }

  /// Calls again where a signal interrupted the call.
  private static func retrying<Value: SignedInteger>(_ call: () -> Value) -> Value {
    while true {
      let value = call()
      if value >= 0 || errno != EINTR { return value }
    }
  }
}

// The system's functions, whose names those of `Disk` hide.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func systemRename(_ path: String, _ target: String) -> Int32 { rename(path, target) }
