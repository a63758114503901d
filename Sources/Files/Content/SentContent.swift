/// The content of a file as it is sent, by its first bytes alone. Neither its name nor a Content-Type counts.
enum SentContent: Hashable {
  case picture(PictureFormat)
  case pdf
  /// A ZIP archive, whose directory says whether it is a document.
  case archive
  /// Text, if its bytes are; and nothing else.
  case other

  /// The number of bytes that `init` looks at.
  static let headSize = 64

  init(head: some Collection<UInt8>) {
    let head = Array(head.prefix(Self.headSize))
    if let format = PictureFormat(head: head) {
      self = .picture(format)
    } else if head.starts(with: "%PDF-".utf8) {
      self = .pdf
    } else if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      self = .archive
    } else {
      self = .other
    }
  }
}

/// A format of pictures that the picture worker decodes. The worker knows it by the raw value.
enum PictureFormat: String, CaseIterable, Sendable {
  case jpeg, png, gif, webp
  /// HEIC and AVIF, in the container of ISO/IEC 14496-12.
  case heif

  init?(head: [UInt8]) {
    func has(_ text: String, at offset: Int) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
    if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
      self = .gif
    } else if has("RIFF", at: 0), has("WEBP", at: 8) {
      self = .webp
    } else if has("ftyp", at: 4), ["heic", "heix", "mif1", "avif"].contains(where: { has($0, at: 8) }) {
      self = .heif
    } else {
      return nil
    }
  }
}
