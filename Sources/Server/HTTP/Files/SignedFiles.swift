import Domain
import Files
import Gateway
import SessionTokens

/// Finds the files of addresses that this server has signed.
struct SignedFiles: FileFinder {
  let signer: FileAddress.Signer
  let rights: FileRights
  /// Seconds since 1970.
  var now: @Sendable () -> Int64 = { TokenConfiguration.now }

  func file(_ path: String) async throws -> ServedFile? {
    guard let (address, secondsLeft) = signer.read(path, at: now()), let variant = FileVariant(number: address.variant),
      let file = try await rights.file(address),
      let kind = FileKind(rawValue: file.kind), let digest = Digest(file.sha256)?.hexadecimal
    else { return nil }
    guard variant == .original || kind == .picture else { return nil }
    let isThumbnail = variant != .original
    return ServedFile(
      id: file.storedID, variant: variant, name: isThumbnail ? Self.jpegName(file.name) : file.name,
      mediaType: isThumbnail ? "image/jpeg" : file.mediaType, kind: kind,
      tag: "\"\(digest.prefix(32))\(isThumbnail ? "-\(variant.rawValue)" : "")\"", secondsLeft: secondsLeft)
  }

  /// The name of a thumbnail: `owl.png.jpg`.
  private static func jpegName(_ name: String) -> String {
    let lower = name.lowercased()
    return lower.hasSuffix(".jpg") || lower.hasSuffix(".jpeg") ? name : "\(name).jpg"
  }
}
