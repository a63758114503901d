/// A type that files are stored as.
package enum FileType: String, CaseIterable, Sendable {
  case jpeg, png, pdf, docx, xlsx, pptx, odt, ods, odp, text

  package var mediaType: String {
    switch self {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .pdf: "application/pdf"
    case .docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    case .pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation"
    case .odt: "application/vnd.oasis.opendocument.text"
    case .ods: "application/vnd.oasis.opendocument.spreadsheet"
    case .odp: "application/vnd.oasis.opendocument.presentation"
    case .text: "text/plain"
    }
  }

  package var kind: FileKind {
    switch self {
    case .jpeg, .png: .picture
    default: .document
    }
  }

  /// The endings that a name of the type may have, in lower case; the first is appended to a name that has none of them.
  package var endings: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg"]
    case .text: ["txt", "csv", "md"]
    default: [rawValue]
    }
  }
}

/// `FileKind` of the schema.
package enum FileKind: String, Sendable {
  case picture = "PICTURE"
  case document = "DOCUMENT"
}
