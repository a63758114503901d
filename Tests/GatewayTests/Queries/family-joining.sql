-- viewer Viewer
SELECT accounts_0.id, accounts_0.chosen_role, $1, accounts_0.version
  FROM accounts accounts_0
  WHERE accounts_0.id = $2;
-- $1 = 'PARENT', $2 = the viewer's account

-- family Family
SELECT families_1.family_id, families_1.join_policy, families_1.version
  FROM families families_1
  WHERE families_1.family_id = $1;
-- $1 = the viewer's family

-- family.joinRequests JoinRequest
SELECT join_requests_2.family_id, join_requests_2.id, join_requests_2.name, join_requests_2.email, join_requests_2.created_at
  FROM join_requests join_requests_2
  WHERE join_requests_2.family_id = $1 AND join_requests_2.state = 'PENDING' AND join_requests_2.expires_at > now()
  ORDER BY join_requests_2.created_at, join_requests_2.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 50, $3 = 0

-- family.invitations Invitation
SELECT invitations_3.family_id, invitations_3.id, invitations_3.role, invitation_state(invitations_3.used_at, invitations_3.revoked_at, invitations_3.expires_at), invitations_3.expires_at, invitations_3.student_id
  FROM invitations invitations_3
  WHERE invitations_3.family_id = $1
  ORDER BY invitations_3.created_at, invitations_3.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 5, $3 = 0

-- family.invitations.student Student
SELECT members_4.family_id, members_4.id, members_4.name, members_4.version
  FROM members members_4
  WHERE members_4.family_id = $1 AND members_4.role = 'STUDENT';
-- $1 = the viewer's family
