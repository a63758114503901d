/// Instructions for assignments of any course. Some of them hold what careless code trips over: several
/// lines, quotes, tabs, backslashes, and scripts other than Latin.
enum AssignmentInstructions {
  static let all = [
    "Answer all the questions at the end of the chapter.",
    "Show your work.",
    "Use complete sentences, please.",
    "Take your time; a draft is enough for now.",
    "Work on your own first, then compare with the answer key.",
    "Ask me before you start — I'd like to see your outline.",
    "Two pages at most, double-spaced. List your sources.",
    "Open-book. You have 45 minutes.",
    "Odd-numbered problems only.",
    "Watch the video first:\nhttps://video.example.com/lessons",
    "1. Read the passage twice.\n2. Underline what you do not know.\n3. Write a summary of five sentences.",
    "Explain in your own words what \"because\" and \"therefore\" promise to a reader.",
    "Don't forget the units: 3 m², 20 °C, 9.81 m/s².",
    #"Simplify \(\frac{3}{4} + \frac{1}{8}\) and \(\sqrt{50}\) before you use the calculator."#,
    "Copy the table and fill it in:\n\nday\thigh\tlow\nMon\t\t\nTue\t\t",
    "Write the greeting in three languages, for example «¡Buenos días!», “Guten Morgen” and おはよう.",
    "Extra care with the accents: café, naïve, Zürich, Łódź.",
    "If it takes more than an hour, stop and tell me 🙂",
    #"Save it as Documents\School\essay.txt and send it to me."#,
    """
    Before you begin, collect what you need: a notebook, a sharp pencil, a ruler and a timer.

    Write the date and the title at the top of a new page. Work through the steps in order, and note what \
    you see rather than what you expect to see. If something goes wrong, do not erase it: draw one line \
    through it and write the correction beside it, as scientists do.

    When you are done, write one thing that surprised you and one question that you still have.
    """,
  ]
}
