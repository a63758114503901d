extension NoticeText {
  static let english: [String: NoticeText] = [
    "HELP_REQUEST": NoticeText("{student} asks for help", "{assignment}: {message}", "{assignment}"),
    "JOIN_REQUEST": NoticeText(
      "{person} asks to join the family", "Let the student in, or turn the request down, within 14 days."),
    "OVERDUE": NoticeText("Overdue: {assignment}", "{student}, due on {dueDate}"),
    "WAITS_FOR_GRADE": NoticeText("Waits for a grade: {assignment}", "{student}, done, due on {dueDate}"),
    "MESSAGE": NoticeText(),
    "PICKUP": NoticeText("{student}: news of the pickup", "There is news of the pickup of {student}."),
    "PICKUP_REQUESTED": NoticeText("{student} was asked for", "{person} asked for {student}."),
    "PICKUP_CANCELLED": NoticeText(
      "{student}: the pickup was cancelled", "{person} cancelled it: {reason}", "{person} cancelled it.", "It was cancelled."),
    "PICKUP_READY": NoticeText("{student} is ready", "{person} has {student} at the pickup.", "{student} is at the pickup."),
    "PICKUP_NOT_READY": NoticeText("{student} is not ready yet", "{student} is not at the pickup yet."),
    "PICKUP_CONFIRMED": NoticeText(
      "{student} was picked up", "{person} handed {student} to {recipient}.", "{person} has {student}.", "{student} was picked up."),
    "PICKUP_REOPENED": NoticeText(
      "{student} is ready again", "{person} took the confirmation back: {reason}", "{person} took the confirmation back.",
      "The confirmation was taken back."),
    "PICKUP_ABSENT": NoticeText(
      "{student} was marked absent", "{person} marked {student} absent today.", "{student} is absent today."),
    "PICKUP_ABSENT_CANCELLED": NoticeText(
      "{student} was marked absent", "{person} marked {student} absent today: the pickup was cancelled.",
      "{student} is absent today: the pickup was cancelled."),
    "PICKUP_PRESENT": NoticeText(
      "{student} is not absent", "{person} took back that {student} is absent today.", "{student} is not absent today."),
    "PICKUP_LEFT_WAITING": NoticeText(
      "{student} is still at school", "The school's hours for pickup have ended, and {student} is still there."),
    "SCHOOL_MESSAGE": NoticeText("{person} on {student}"),
    "NEW_PARENT": NoticeText(
      "{person} is a parent of your family now",
      "{person} sees all of the family, and may collect students once their schools have confirmed it."),
    "CLASS_REQUEST": NoticeText("{student} was asked for", "{person} asked for {student}."),
    "CLASS_MESSAGE": NoticeText("{person} on {student}"),
    "ABSENCE": NoticeText(
      "{student}: the absence is excused", "{person} excused the absence: {reason}", "{person} excused the absence."),
    "ABSENCE_UNEXCUSED": NoticeText(
      "{student}: the absence is not excused", "{person} did not excuse the absence: {reason}",
      "{person} did not excuse the absence."),
    "CLASS_ABSENCE": NoticeText("{student}: news of an absence", "A parent of {student} reported, changed or withdrew an absence."),
    "ANNOUNCEMENT": NoticeText("{school}: {title}", "{message}", "{title}"),
    "SCHOOL_EVENT": NoticeText("{school}: {title}", "{message}", "{title}"),
    "SCHOOL_POST": NoticeText("Your post is published", "Staff approved it."),
    "POST_REJECTED": NoticeText("Your post was not approved", "The reason: {reason}", "Staff gave no reason."),
    "CONTENT_HIDDEN": NoticeText("What you wrote was hidden", "The reason: {reason}", "Others do not see it any more."),
    "CONTENT_SHOWN": NoticeText("What you wrote is shown again", "Others see it again."),
    "CONTENT_REMOVED": NoticeText("What you wrote was removed", "The reason: {reason}", "You may appeal."),
    "TICKET": NoticeText("{person}, {school}: {title}"),
    "TICKET_CLOSED": NoticeText("{school}: {title}", "The ticket was closed."),
    "CLASS_TICKET": NoticeText("News of a ticket", "{student}: {title}", "{title}"),
    "CONVERSATION": NoticeText("New message from {person}", "It is in a conversation of your school."),
    "REMINDER": NoticeText("Reminder: {title}", "{dueDate}, {time}", "{dueDate}"),
    "MEMBER_MESSAGE": NoticeText("New message from {person}", "It is in a conversation of your family."),
    "GROUP_MESSAGE": NoticeText("New message from {person}", "It is in a conversation with a family of a group."),
    "PROVIDER_MESSAGE": NoticeText("New message from {person}", "It is in a conversation with a provider of services."),
    "CLIENT_MESSAGE": NoticeText("New message from {person}", "It is in a conversation with a family."),
    "GROUP_REQUEST": NoticeText("{person} asks to join {title}", "Let the family in, or decline."),
    "GROUP_JOINED": NoticeText("Welcome to {title}", "Your family is in the group now."),
    "GROUP": NoticeText("New post in {title}", "{person} has written it."),
    "GROUP_COMMENT": NoticeText("New comment in {title}", "{person} has written it on your post."),
    "GROUP_REPORT": NoticeText("A report in {title}", "The reason: {reason}", "There is no reason with it."),
    "GROUP_HIDDEN": NoticeText("What you wrote in {title} was hidden", "Others do not see it any more."),
    "BOOKING": NoticeText("{person} books: {title}", "{dueDate}, {time}. Confirm the booking, or decline it."),
    "BOOKING_MOVED": NoticeText("{person} moves: {title}", "Now on {dueDate}, {time}. Confirm the booking, or decline it."),
    "BOOKING_CANCELLED": NoticeText("Cancelled: {title}", "{person}, {dueDate}, {time}: {reason}", "{dueDate}, {time}"),
    "BOOKING_CONFIRMED": NoticeText("Confirmed: {title}", "{person}, {dueDate}, {time}"),
    "BOOKING_DONE": NoticeText("Done: {title}", "{person}, {dueDate}, {time}"),
    "PROVIDER_BOOKING": NoticeText("News of a booking", "{title}, {dueDate}, {time}", "{title}"),
    "PROVIDER_CONVERSATION": NoticeText("News in a conversation", "{person} has written."),
  ]
}
