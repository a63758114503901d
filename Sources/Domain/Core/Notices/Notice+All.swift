extension Notice {
  /// The table of notices, in the order of `NotificationEvent`.
  package static let all: [Notice] = [
    Notice(
      "HELP_REQUEST", .helpRequest, "A student asks for help with an assignment.", [.student, .assignment], optional: [.message],
      push: .keys([
        PushKey("HELP_REQUEST_FOR", [.student, .assignment], "%1$@ asks for help with %2$@."),
        PushKey("HELP_REQUEST", [.student], "%1$@ asks for help. (The assignment is unknown.)"),
      ])),
    Notice(
      "JOIN_REQUEST", .joinRequest, "A student asks to join the family.", [.person],
      push: .keys([PushKey("JOIN_REQUEST", [.person], "%1$@ asks to join the family.")])),
    Notice(
      "OVERDUE", .overdue, "An assignment is overdue.", [.student, .assignment, .dueDate],
      push: .keys([PushKey("OVERDUE", [.student, .assignment], "%2$@ of %1$@ is overdue.")])),
    Notice(
      "WAITS_FOR_GRADE", .overdue, "An overdue assignment is marked as done and waits for a grade.", [.student, .assignment, .dueDate],
      push: .keys([PushKey("WAITS_FOR_GRADE", [.student, .assignment], "%2$@ of %1$@ waits for a grade.")])),
    Notice(
      "MESSAGE", .message, "A parent's message, in the parent's own words.", ownWords: [.title, .body],
      push: .words(nameless: PushKey("MESSAGE", [], "A message of a parent."))),
    Notice(
      "PICKUP", .pickup, "An event of a pickup that an earlier release recorded.", [.student],
      push: .keys([PushKey("PICKUP", [.student], "There is news of the pickup of %1$@.")])),
    Notice(
      "PICKUP_REQUESTED", .pickup, "A person asked for the student.", [.student, .person],
      push: .keys([PushKey("PICKUP_REQUESTED", [.student], "Someone asked for %1$@.")]), matter: "REQUEST"),
    Notice(
      "PICKUP_CANCELLED", .pickup, "The pickup was cancelled.", [.student], optional: [.person, .reason],
      push: .keys([PushKey("PICKUP_CANCELLED", [.student], "The pickup of %1$@ was cancelled.")]), matter: "REQUEST"),
    Notice(
      "PICKUP_READY", .pickup, "The student is at the pickup.", [.student], optional: [.person],
      push: .keys([PushKey("PICKUP_READY", [.student], "%1$@ is ready.")]), matter: "READINESS"),
    Notice(
      "PICKUP_NOT_READY", .pickup, "The student is not at the pickup yet, after all.", [.student],
      push: .keys([PushKey("PICKUP_NOT_READY", [.student], "%1$@ is not ready yet.")]), matter: "READINESS"),
    Notice(
      "PICKUP_CONFIRMED", .pickup, "The student was picked up.", [.student], optional: [.person, .recipient],
      push: .keys([PushKey("PICKUP_CONFIRMED", [.student], "%1$@ was picked up.")]), matter: "CONFIRMATION"),
    Notice(
      "PICKUP_REOPENED", .pickup, "The confirmation of a pickup was taken back.", [.student], optional: [.person, .reason],
      push: .keys([PushKey("PICKUP_READY", [.student], "%1$@ is ready.")]), matter: "CONFIRMATION"),
    Notice(
      "PICKUP_ABSENT", .pickup, "Staff marked the student as absent.", [.student], optional: [.person],
      push: .keys([PushKey("PICKUP_ABSENT", [.student], "%1$@ was marked absent.")]), matter: "ABSENCE"),
    Notice(
      "PICKUP_ABSENT_CANCELLED", .pickup, "Staff marked the student as absent, which cancelled the pickup.", [.student],
      optional: [.person], push: .keys([PushKey("PICKUP_ABSENT", [.student], "%1$@ was marked absent.")]), matter: "ABSENCE"),
    Notice(
      "PICKUP_PRESENT", .pickup, "Staff took back that the student is absent.", [.student], optional: [.person],
      push: .keys([PushKey("PICKUP_PRESENT", [.student], "%1$@ is not absent.")]), matter: "ABSENCE"),
    Notice(
      "PICKUP_LEFT_WAITING", .pickup, "The school's hours for pickup have ended, and the student is still there.", [.student],
      push: .keys([PushKey("PICKUP_LEFT_WAITING", [.student], "%1$@ is still at school.")]), matter: "WAITING"),
    Notice(
      "SCHOOL_MESSAGE", .schoolMessage, "A message of the staff of the student's class. The body is in the author's own words.",
      [.student, .person], ownWords: [.body], push: .words(nameless: PushKey("SCHOOL_MESSAGE", [], "A message of the school."))),
    Notice(
      "NEW_PARENT", .newParent, "A person has become a parent of the family.", [.person],
      push: .words(nameless: PushKey("NOTIFICATION", [], "Something new."))),
    Notice(
      "CLASS_REQUEST", .classRequest, "A person asked for a student of a class.", [.student, .person],
      push: .keys([PushKey("CLASS_REQUEST", [.student], "%1$@ was asked for.")])),
    Notice(
      "CLASS_MESSAGE", .classMessage, "A parent's message about a student of a class, in the parent's own words.", [.student, .person],
      ownWords: [.body], push: .words(nameless: PushKey("CLASS_MESSAGE", [], "A message of a parent."))),
    Notice(
      "ABSENCE", .absence, "Staff excused an absence that a parent reported.", [.student, .person], optional: [.reason],
      push: .keys([PushKey("ABSENCE_EXCUSED", [.student], "The absence of %1$@ is excused.")])),
    Notice(
      "ABSENCE_UNEXCUSED", .absence, "Staff did not excuse an absence that a parent reported.", [.student, .person],
      optional: [.reason], push: .keys([PushKey("ABSENCE_UNEXCUSED", [.student], "The absence of %1$@ is not excused.")])),
    Notice(
      "CLASS_ABSENCE", .classAbsence, "A parent reported, changed or withdrew an absence of a student of a class.", [.student],
      push: .keys([PushKey("CLASS_ABSENCE", [.student], "News of an absence of %1$@.")])),
    Notice(
      "ANNOUNCEMENT", .announcement, "An urgent announcement of a school, in the words of its staff.", [.school, .title],
      optional: [.message], push: .words(nameless: PushKey("ANNOUNCEMENT", [], "An urgent announcement of a school."))),
    Notice(
      "SCHOOL_EVENT", .schoolEvent, "A new event of a school that begins within 14 days, in the words of its staff.",
      [.school, .title], optional: [.message], push: .words(nameless: PushKey("SCHOOL_EVENT", [], "A new event of a school."))),
    Notice(
      "SCHOOL_POST", .schoolPost, "Staff approved a post of the recipient.", [],
      push: .keys([PushKey("SCHOOL_POST", [], "Your post is published.")])),
    Notice(
      "POST_REJECTED", .schoolPost, "Staff did not approve a post of the recipient.", [], optional: [.reason],
      push: .keys([PushKey("POST_REJECTED", [], "Your post was not approved.")])),
    Notice(
      "CONTENT_HIDDEN", .schoolPost, "Staff hid a post, a comment or a message of the recipient.", [], optional: [.reason],
      push: .keys([PushKey("CONTENT_HIDDEN", [], "What you wrote was hidden.")])),
    Notice(
      "CONTENT_SHOWN", .schoolPost, "Staff show a post, a comment or a message of the recipient again.", [],
      push: .keys([PushKey("CONTENT_SHOWN", [], "What you wrote is shown again.")])),
    Notice(
      "CONTENT_REMOVED", .schoolPost, "Staff removed a post, a comment or a message of the recipient.", [], optional: [.reason],
      push: .keys([PushKey("CONTENT_REMOVED", [], "What you wrote was removed.")])),
    Notice(
      "TICKET", .ticket, "Staff answered a ticket. The body is in the author's own words.", [.school, .title, .person], ownWords: [.body],
      push: .words(nameless: PushKey("TICKET", [], "An answer to your ticket."))),
    Notice(
      "TICKET_CLOSED", .ticket, "Staff closed a ticket, or nobody wrote to it for 14 days.", [.school, .title],
      push: .keys([PushKey("TICKET_CLOSED", [], "Your ticket was closed.")])),
    Notice(
      "CLASS_TICKET", .classTicket, "A parent or a student wrote to a ticket, or closed it.", [.title], optional: [.student],
      push: .keys([PushKey("CLASS_TICKET", [], "News of a ticket.")])),
    Notice(
      "CONVERSATION", .conversation, "A message in a conversation of people of a school.", [.person],
      push: .keys([PushKey("CONVERSATION", [.person], "%1$@ has written to you.")])),
    Notice(
      "REMINDER", .reminder, "A task, an event, a booking or an assignment begins or is due at the time that a member has asked to be reminded of.",
      [.title, .dueDate], optional: [.time], push: .words(nameless: PushKey("REMINDER", [], "A reminder."))),
    Notice(
      "MEMBER_MESSAGE", .conversation, "A message in a conversation of members of the family.", [.person],
      push: .keys([PushKey("CONVERSATION", [.person], "%1$@ has written to you.")])),
    Notice(
      "GROUP_MESSAGE", .conversation, "A message of another family of a group. The person is the name that it has chosen there.", [.person],
      push: .keys([PushKey("CONVERSATION", [.person], "%1$@ has written to you.")])),
    Notice(
      "PROVIDER_MESSAGE", .conversation, "A message of a provider of services to the parents of a family.", [.person],
      push: .keys([PushKey("CONVERSATION", [.person], "%1$@ has written to you.")])),
    Notice(
      "CLIENT_MESSAGE", .conversation, "A message of a family to the recipient, who is a provider of services.", [.person],
      push: .keys([PushKey("CONVERSATION", [.person], "%1$@ has written to you.")])),
    Notice(
      "GROUP_REQUEST", .group, "A family asks to join a group that the recipient's family moderates.", [.person, .title],
      push: .keys([PushKey("GROUP_REQUEST", [.person, .title], "%1$@ asks to join %2$@.")])),
    Notice(
      "GROUP_JOINED", .group, "A moderator let the recipient's family into a group.", [.title],
      push: .keys([PushKey("GROUP_JOINED", [.title], "Your family is in %1$@ now.")])),
    Notice(
      "GROUP", .group, "A post in a group of the recipient's family.", [.person, .title],
      push: .keys([PushKey("GROUP", [.person, .title], "%1$@ has written in %2$@.")])),
    Notice(
      "GROUP_COMMENT", .group, "A comment on a post of the recipient's family in a group.", [.person, .title],
      push: .keys([PushKey("GROUP_COMMENT", [.person, .title], "%1$@ has written in %2$@.")])),
    Notice(
      "GROUP_REPORT", .group, "A report in a group that the recipient's family moderates.", [.title], optional: [.reason],
      push: .keys([PushKey("GROUP_REPORT", [.title], "A report in %1$@.")])),
    Notice(
      "GROUP_HIDDEN", .group, "A moderator hid a post or a comment of the recipient's family in a group.", [.title],
      push: .keys([PushKey("GROUP_HIDDEN", [.title], "What you wrote in %1$@ was hidden.")])),
    Notice(
      "BOOKING", .booking, "A family has booked a service of the recipient.", [.title, .person, .dueDate, .time],
      push: .keys([PushKey("BOOKING", [.title], "%1$@ was booked.")])),
    Notice(
      "BOOKING_MOVED", .booking, "A family has moved a booking of a service of the recipient, who has to confirm it.",
      [.title, .person, .dueDate, .time], push: .keys([PushKey("BOOKING_MOVED", [.title], "The booking of %1$@ was moved.")])),
    Notice(
      "BOOKING_CANCELLED", .booking, "The other side has cancelled or declined a booking.", [.title, .dueDate, .time],
      optional: [.person, .reason], push: .keys([PushKey("BOOKING_CANCELLED", [.title], "The booking of %1$@ was cancelled.")])),
    Notice(
      "BOOKING_CONFIRMED", .booking, "The provider has confirmed a booking.", [.title, .person, .dueDate, .time],
      push: .keys([PushKey("BOOKING_CONFIRMED", [.title], "The booking of %1$@ is confirmed.")])),
    Notice(
      "BOOKING_DONE", .booking, "The provider says that the work of a booking is done.", [.title, .person, .dueDate, .time],
      push: .keys([PushKey("BOOKING_DONE", [.title], "The booking of %1$@ is done.")])),
    Notice(
      "PROVIDER_BOOKING", .providerBooking, "A family has booked a service of a provider, or moved or cancelled a booking.",
      [.title, .dueDate, .time], optional: [.person, .reason],
      push: .keys([PushKey("PROVIDER_BOOKING", [], "News of a booking.")])),
    Notice(
      "PROVIDER_CONVERSATION", .providerConversation, "A family has written to a provider.", [.person],
      push: .keys([PushKey("PROVIDER_CONVERSATION", [], "News in a conversation.")])),
  ]
}
