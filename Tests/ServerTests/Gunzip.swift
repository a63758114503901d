import CZlib

struct NotGzip: Error {
  let status: Int32
}

/// The decompressed bytes. zlib also compares the checksum and the length.
/// - Throws: `NotGzip` when it is not gzip, whole and with nothing after it.
func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
  var stream = z_stream()
  var status = inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  guard status == Z_OK else { throw NotGzip(status: status) }
  defer { inflateEnd(&stream) }
  var output: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 1 << 16)
  try bytes.withUnsafeBufferPointer { bytes in
    stream.next_in = bytes.baseAddress
    stream.avail_in = UInt32(bytes.count)
    while status == Z_OK {
      let count = part.withUnsafeMutableBufferPointer { space in
        stream.next_out = space.baseAddress
        stream.avail_out = UInt32(space.count)
        status = inflate(&stream, Z_NO_FLUSH)
        return space.count - Int(stream.avail_out)
      }
      output += part[..<count]
    }
    guard status == Z_STREAM_END, stream.avail_in == 0 else { throw NotGzip(status: status) }
  }
  return output
}
