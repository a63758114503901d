/// The reason why there is no PDF.
enum PrintFailure: Error, Equatable {
  /// There is no such program, or it has no WeasyPrint.
  case notInstalled
  /// As many pages wait as may.
  case busy
  /// It took longer than it may.
  case late
  /// The PDF is larger than it may be.
  case tooLarge
  /// Nobody waits for it any more.
  case cancelled
  /// The program failed. The words are its own: an exception's name, or a signal's number, and nothing of the page.
  case failed(String)
}
