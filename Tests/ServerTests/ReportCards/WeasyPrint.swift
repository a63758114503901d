import Foundation
import Testing

@testable import Server

/// The programs that make PDFs and read them, where the machine has them.
enum WeasyPrint {
  static let isThere = isInstalled && FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftotext")

  static let isInstalled: Bool = {
    (try? PagePrinter.version(of: PagePrinter.Options().program, memory: 512 << 20)) != nil
  }()

  /// The words of a PDF.
  static func text(of document: [UInt8]) throws -> String {
    String(decoding: try PrinterProcess(arguments: ["/usr/bin/pdftotext", "-layout", "-", "-"]).run(document), as: UTF8.self)
  }

  /// A line of what `pdfinfo` tells of a PDF.
  static func fact(_ name: String, of document: [UInt8]) throws -> String? {
    let facts = String(decoding: try PrinterProcess(arguments: ["/usr/bin/pdfinfo", "-"]).run(document), as: UTF8.self)
    return facts.split(separator: "\n").first { $0.hasPrefix(name + ":") }.map { line in
      line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
    }
  }
}
