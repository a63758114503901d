extension Document {
  /// This document in the format of the reference implementation (version 17), without a newline at the end.
  ///
  /// Parsing it gives an equal document.
  package var printed: String {
    Printer.print { $0.write(self) }
  }
}

extension Value {
  /// This value as it stands in a document, such as `{name: "Ada", tags: [A, B]}`.
  package var printed: String {
    Printer.print { $0.write(self) }
  }
}

extension TypeNode {
  /// This type reference as it stands in a document, such as `[ID!]!`.
  package var printed: String {
    Printer.print { $0.write(self) }
  }
}

extension Printer {
  static func print(_ body: (inout Printer) -> Void) -> String {
    var printer = Printer()
    body(&printer)
    return printer.text
  }
}
