import Foundation

/// A file with a key, as a service hands it out.
package enum KeyFile {
  /// The largest file that is read, in bytes. Apple's have about 260, Google's about 2,400.
  package static let maximumSize = 1 << 16

  /// - Returns: the text of the file.
  package static func read(_ path: String) throws(PushKeyError) -> String {
    let data: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? file.close() }
      data = try file.read(upToCount: maximumSize + 1) ?? Data()
    } catch {
      throw PushKeyError(description: "\(path) cannot be read")
    }
    guard !data.isEmpty else { throw PushKeyError(description: "\(path) is empty") }
    guard data.count <= maximumSize else { throw PushKeyError(description: "\(path) has more than \(maximumSize) bytes") }
    guard let text = String(validating: data, as: UTF8.self) else { throw PushKeyError(description: "\(path) is not text") }
    return text
  }
}
