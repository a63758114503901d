/// The types of documents that are ZIP archives, by their directories.
enum OfficeDocument {
  /// - Returns: nil for every other archive, and for documents with a project of macros.
  static func type(of bytes: UnsafeRawBufferPointer) -> FileType? {
    guard let directory = ZIPDirectory(bytes), !directory.entries.contains(where: hasMacros) else { return nil }
    return microsoft(directory) ?? openDocument(directory, bytes)
  }

  /// ECMA-376: the part that a document begins with.
  private static func microsoft(_ directory: ZIPDirectory) -> FileType? {
    guard directory.entry(named: "[Content_Types].xml") != nil else { return nil }
    let parts: [(String, FileType)] = [("word/document.xml", .docx), ("xl/workbook.xml", .xlsx), ("ppt/presentation.xml", .pptx)]
    let types = parts.filter { directory.entry(named: $0.0) != nil }.map(\.1)
    return types.count == 1 ? types[0] : nil
  }

  /// OpenDocument 1.3, part 2, section 3.3: the first entry is the media type, as it is.
  private static func openDocument(_ directory: ZIPDirectory, _ bytes: UnsafeRawBufferPointer) -> FileType? {
    guard let entry = directory.entry(named: "mimetype"), entry.offset == 0, entry.size < 128,
      let name = directory.stored(entry, in: bytes).flatMap({ String(validating: $0, as: UTF8.self) }),
      directory.entry(named: "content.xml") != nil
    else { return nil }
    return [FileType.odt, .ods, .odp].first { $0.mediaType == name }
  }

  private static func hasMacros(_ entry: ZIPDirectory.Entry) -> Bool {
    let last = entry.name.split { $0 == "/" || $0 == "\\" }.last ?? ""
    return last.lowercased() == "vbaproject.bin"
  }
}
