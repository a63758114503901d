/// A picture that the worker has written anew.
struct DecodedPicture: Hashable, Sendable {
  let type: FileType
  let width: Int
  let height: Int
}

/// A picture for the worker.
struct PictureJob: Sendable {
  let format: PictureFormat
  let input: String
  /// The beginning of the paths that are written, each of which ends with a dot and its variant.
  let output: String

  func path(_ variant: FileVariant) -> String { "\(output).\(variant.rawValue)" }
}

/// The answer of the worker to a job, as it writes it.
///
///     done jpeg 3024 4032
///     pixels
///     unreadable
///     full
///     failed open: Permission denied
enum PictureAnswer: Hashable {
  case done(DecodedPicture)
  case pixels
  case unreadable
  case full
  case failed(String)

  init?(_ line: String) {
    let words = line.split(separator: " ")
    switch (words.first, words.count) {
    case ("done", 4):
      let type: FileType? = words[1] == "jpeg" ? .jpeg : words[1] == "png" ? .png : nil
      guard let type, let width = Int(words[2]), let height = Int(words[3]), width > 0, height > 0 else { return nil }
      self = .done(DecodedPicture(type: type, width: width, height: height))
    case ("pixels", 1): self = .pixels
    case ("unreadable", 1): self = .unreadable
    case ("full", 1): self = .full
    case ("failed", 2...): self = .failed(String(line.dropFirst("failed ".count)))
    default: return nil
    }
  }
}
