/// A place in a source text as errors report it.
///
/// Lines and columns count from 1. A line ends at LF, CR or CRLF; a column counts UTF-16 code units,
/// as the reference implementation counts them, so that editors put the cursor at the same place.
/// GraphQL specification (September 2025), section 7.1.2 "Errors".
package struct Location: Hashable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// The byte offset at which a node or token starts in the UTF-8 source text.
///
/// Nodes carry this instead of a `Location`: a line is counted only when an error has to name it.
/// All positions are equal to each other, so that two documents that differ only in layout are equal.
package struct SourcePosition: Hashable, Sendable {
  package var offset: Int

  package init(_ offset: Int) { self.offset = offset }

  package static func == (_: SourcePosition, _: SourcePosition) -> Bool { true }
  package func hash(into _: inout Hasher) {}
}
