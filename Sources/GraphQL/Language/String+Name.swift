extension String {
  /// Whether this is a `Name` — specification section 2.1.9.
  ///
  /// Text that a client sends outside of a document is asked this before it is looked up among names: names
  /// are ASCII, which is compared and hashed byte by byte, and other text is none of them.
  var isName: Bool {
    utf8.first?.isNameStart == true && utf8.allSatisfy(\.isNameContinue)
  }
}
