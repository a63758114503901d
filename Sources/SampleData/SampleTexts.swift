/// The texts of families besides their curriculum.
enum SampleTexts {
  static let plannerTasks: [(title: String, color: String)] = [
    ("Morning meeting", "#2E86AB"), ("Piano lesson", "#8E44AD"), ("Library", "#27AE60"), ("Swimming", "#16A085"),
    ("Field trip: the museum", "#F39C12"), ("Dentist", "#C0392B"), ("Co-op day", "#D35400"), ("Nature walk", "#1E8449"),
    ("Chess club", "#34495E"), ("Cook lunch for everyone", "#E67E22"), ("Fútbol", "#2980B9"), ("Read aloud", "#7D3C98"),
  ]

  static let hours = ["08:30:00", "09:00:00", "10:15:00", "11:00:00", "13:30:00", "15:00:00", "16:45:00"]

  static let notes = [
    "Bring a jacket.", "With pictures.", "Ask Grandma about it.", "Better than last time!", "Two pages,\nno more.",
    "See “the blue folder”.", "¡Muy bien!", "100% done by herself.", #"In C:\school\scans"#,
  ]

  static let quotes: [(text: String, author: String?)] = [
    ("The beautiful thing about learning is that nobody can take it away from you.", "B. B. King"),
    ("Nothing in life is to be feared, it is only to be understood.", "Marie Curie"),
    ("Poco a poco se va lejos.", nil), ("Well begun is half done.", "Aristotle"),
    ("Wer rastet, der rostet.", nil), ("Practice makes progress.", nil),
  ]

  static let portfolioItems = [
    "Lab report", "Self-portrait in charcoal", "A letter to the mayor", "Weather log", "Model of a volcano",
    "Poem: the sea", "Our family tree", "Recording of the recital", "Map of the neighborhood", "Essay: a hero of mine",
  ]

  static let resources = [
    "Periodic table", "Map of the world", "Ask the librarian", "Multiplication songs", "Museum of natural history",
    "Typing course", "Spanish dictionary", "Star chart", "Printable graph paper", "How to write an essay",
  ]

  /// State and note of a day that was not a whole one.
  static let absences: [(String, String?)] = [
    ("EXCUSED", "A cold."), ("EXCUSED", "Dentist."), ("PARTIAL", "Half a day."), ("ABSENT", nil), ("PARTIAL", nil),
  ]

  static let noteTitles = [
    "Cell division", "Words to look up", "Ideas for the essay", "Formulas", "What the museum guide said", "Dates to remember",
  ]

  static let noteTags = ["Exam", "Read again"]

  static let questions = [
    "What did you find out?", "Solve x + y = 7, x − y = 1.", "Name three causes.", "Which step was the hardest?",
    "Write it in your own words.", "What would happen without gravity?", "Why is the answer not zero?",
  ]
}
