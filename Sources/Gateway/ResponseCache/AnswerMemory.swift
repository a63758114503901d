/// Makes tags of answers, and remembers answers by them.
package struct AnswerMemory: Sendable {
  let identity: AnswerIdentity
  let answers: RememberedAnswers
  let changes = OwnChanges()

  /// - Parameter maximumBytes: of all remembered answers; 0 remembers none, and they have tags still.
  package init(identity: AnswerIdentity, maximumBytes: Int) {
    self.identity = identity
    answers = RememberedAnswers(maximumBytes: maximumBytes)
  }
}
