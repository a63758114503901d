import Crypto

/// Reads the files of an intake. Nothing of them is in memory as a whole but a text, which is small.
enum ArrivedFile {
  private static let bufferSize = 256 << 10

  /// The content of an upload by its first bytes.
  /// - Throws: `hash` where it is not the one that was declared.
  static func content(of path: String, atMost maximumSize: Int, sha256: [UInt8]?) throws(FileRefusal) -> SentContent {
    try withDisk { () throws(DiskError) in
      let file = try Disk.open(path)
      guard 1...maximumSize ~= file.size else { return .failure(.content(.type)) }
      if let sha256, try hash(of: file) != sha256 { return .failure(.content(.hash)) }
      return .success(SentContent(head: try head(of: file, size: SentContent.headSize)))
    }
  }

  static func measured(_ path: String) throws(FileRefusal) -> (size: Int, sha256: [UInt8]) {
    try withDisk { () throws(DiskError) in
      let file = try Disk.open(path)
      return .success((file.size, try hash(of: file)))
    }
  }

  static func size(of path: String) throws(FileRefusal) -> Int {
    try withDisk { () throws(DiskError) in .success(try Disk.size(of: path).size) }
  }

  /// A copy of a file, with its hash.
  static func copied(_ path: String, to target: String) throws(FileRefusal) -> (file: LocalFile, size: Int, sha256: [UInt8]) {
    try withDisk { () throws(DiskError) in
      let (source, copy) = (try Disk.open(path), try Disk.open(target, Disk.creating))
      var size = 0
      let hash = try hash(of: source) { (piece) throws(DiskError) in
        try Disk.write(piece, to: copy, at: size)
        size += piece.count
      }
      return .success((try Disk.open(target), size, hash))
    }
  }

  /// The type of a document; nil where it is none that is taken.
  static func type(of file: LocalFile, as content: SentContent) throws(FileRefusal) -> FileType? {
    try withDisk { () throws(DiskError) in
      switch content {
      case .picture: return .success(nil)
      case .pdf: return .success(.pdf)
      case .archive: return .success(try Disk.withBytes(of: file) { OfficeDocument.type(of: $0) })
      case .other:
        guard file.size <= TextContent.maximumSize else { return .success(nil) }
        return .success(TextContent.isText(try head(of: file, size: file.size)) ? .text : nil)
      }
    }
  }

  private static func head(of file: LocalFile, size: Int) throws(DiskError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(size, file.size), alignment: 16)
    defer { buffer.deallocate() }
    return Array(buffer[..<(try Disk.read(file, into: buffer, at: 0))])
  }

  private static func hash(
    of file: LocalFile, _ body: (UnsafeRawBufferPointer) throws(DiskError) -> Void = { _ in }
  ) throws(DiskError) -> [UInt8] {
    var hash = SHA256()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while true {
      let count = try Disk.read(file, into: buffer, at: offset)
      if count == 0 { return Array(hash.finalize()) }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      hash.update(bufferPointer: piece)
      try body(piece)
      offset += count
    }
  }

  private static func withDisk<Value>(
    _ work: () throws(DiskError) -> Result<Value, FileRefusal>
  ) throws(FileRefusal) -> Value {
    let result: Result<Value, FileRefusal>
    do throws(DiskError) { result = try work() } catch { throw .storage(error.failure.description) }
    return try result.get()
  }
}
