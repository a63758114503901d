/// The program that makes a PDF from a page of HTML: WeasyPrint, run by Python.
///
/// It reads the page from its input and writes the PDF to its output. It takes limits upon itself before it reads, has no network where
/// the system lets it give that up, and reads no address that a page names. It is started without this server's environment and files.
struct PrinterProgram: Sendable {
  /// The Python that has WeasyPrint.
  let python: String

  /// The status of a program that found no WeasyPrint: `EX_UNAVAILABLE` of sysexits.h.
  static let notInstalled: Int32 = 69

  /// - Parameters:
  ///   - memory: the address space, in bytes.
  ///   - seconds: of processor time.
  func arguments(memory: Int, seconds: Int, asks question: Question = .page) -> [String] {
    [python, "-I", "-c", Self.text, "\(memory)", "\(seconds)", question.rawValue]
  }

  enum Question: String {
    case page, version
  }

  private static let text = """
    import resource, sys
    memory, seconds = int(sys.argv[1]), int(sys.argv[2])
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_CORE, 0),
                       (resource.RLIMIT_FSIZE, 1 << 20), (resource.RLIMIT_NOFILE, 64)):
        resource.setrlimit(kind, (most, most))
    try:
        import ctypes
        ctypes.CDLL(None).unshare(0x50000000)  # CLONE_NEWUSER | CLONE_NEWNET
    except Exception:
        pass
    try:
        import weasyprint
        import weasyprint.text.fonts
    except (ImportError, OSError):
        sys.exit(69)
    # Pages name no fonts of their own, so that the folder for these need not be: there may be no place to write to.
    weasyprint.text.fonts.mkdtemp = lambda prefix: "/nonexistent"
    if sys.argv[3] == "version":
        print(weasyprint.__version__)
        sys.exit()
    refused = ("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.system", "urllib.")
    def audit(event, arguments):
        if event.startswith(refused):
            raise PermissionError(event)
    sys.addaudithook(audit)
    def refuse(url, timeout=10, ssl_context=None):
        raise PermissionError("a page reads no address")
    page = sys.stdin.buffer.read().decode("utf-8")
    document = weasyprint.HTML(string=page, base_url=None, url_fetcher=refuse).write_pdf()
    sys.stdout.buffer.write(document)
    """
}
