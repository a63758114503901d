import Files
import Testing

@Suite("The name of a file") struct FileNameTests {
  @Test(
    arguments: [
      ("plan.pdf", "plan.pdf"), ("../../etc/passwd", "passwd"), ("C:\\Users\\Ada\\plan.pdf", "plan.pdf"), ("a/b\\c/d.txt", "d.txt"),
      ("..hidden", "hidden"), (" . .. name. ", "name."), ("photo\u{202E}gpj.exe", "photogpj.exe"), ("\u{200E}\u{FEFF}a\u{200B}", "a"),
      ("Zoë's \"plan\" 50%.pdf", "Zoë's \"plan\" 50%.pdf"), ("👩‍👩‍👧.png", "👩‍👩‍👧.png"), ("\u{2066}../x\u{2069}", "x"),
    ]) func `is the last part of a path, without what hides`(given: String, cleaned: String) {
    #expect(FileName.cleaned(given) == cleaned)
  }

  @Test(
    arguments: [
      "", ".", "..", "a/", "a\\", "a/..", " ", "\u{200B}", "\u{2800}", "a\r\nb", "a\nb", "a\tb", "a\u{0}b", "a\u{7F}", "a\u{85}b", "a\u{2028}b",
      String(repeating: "a", count: 256),
    ]) func `is refused with lines, with nothing left, and with too much`(given: String) {
    #expect(FileName.cleaned(given) == nil)
  }

  @Test func `has 255 characters at most`() {
    let longest = String(repeating: "ü", count: 255)
    #expect(FileName.cleaned(longest) == longest)
    #expect(FileName.cleaned("dir/" + longest) == longest)
    let ended = FileName.ending(longest, as: .png)
    #expect(ended == String(repeating: "ü", count: 251) + ".png")
    // A letter of several characters goes as a whole.
    let family = String(repeating: "a", count: 250) + "👩‍👩‍👧"
    #expect(FileName.ending(family, as: .jpeg) == String(repeating: "a", count: 250) + ".jpg")
  }

  @Test(
    arguments: [
      ("evil.js", FileType.png, "evil.js.png"), ("IMG.heic", .jpeg, "IMG.heic.jpg"), ("a.JPEG", .jpeg, "a.JPEG"), ("a.jpg", .jpeg, "a.jpg"),
      ("a", .pdf, "a.pdf"), ("a.", .pdf, "a..pdf"), ("passwd", .text, "passwd.txt"), ("a.csv", .text, "a.csv"), ("README.md", .text, "README.md"),
      ("plan.docm", .docx, "plan.docm.docx"), ("page.html", .text, "page.html.txt"), ("pdf", .pdf, "pdf.pdf"),
    ] as [(String, FileType, String)]) func `ends as its type does`(given: String, type: FileType, ended: String) {
    #expect(FileName.ending(given, as: type) == ended)
  }
}
