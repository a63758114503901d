-- family Family
SELECT families_0.family_id, (SELECT count(*)::int4
    FROM audit_entries audit_entries_listed
    WHERE audit_entries_listed.family_id = $1 AND audit_entries_listed.family_id = families_0.family_id AND (audit_entries_listed.action IN (SELECT unnest($2))) IS TRUE), EXISTS (SELECT 1
    FROM audit_entries audit_entries_listed
    WHERE audit_entries_listed.family_id = $1 AND audit_entries_listed.family_id = families_0.family_id AND (audit_entries_listed.action IN (SELECT unnest($2))) IS TRUE OFFSET $3)
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family, $2 = textArray(["GRADE_SET", "GRADE_CHANGED"]), $3 = 4

-- family.auditTrail AuditEntry
WITH found AS MATERIALIZED (SELECT audit_entries_1.family_id AS c0, audit_entries_1.created_at AS c1, audit_entries_1.id AS c2, audit_entries_1.action AS c3, audit_entries_1.actor_id AS c4, audit_entries_1.actor_name AS c5, audit_entries_1.member_name AS c6, audit_entries_1.assignment_id AS c7, audit_entries_1.previous_points_awarded AS c8, audit_entries_1.points_awarded AS c9, audit_entries_1.points_possible AS c10
    FROM audit_entries audit_entries_1
    WHERE audit_entries_1.family_id = $1 AND (audit_entries_1.action IN (SELECT unnest($2))) IS TRUE
    ORDER BY audit_entries_1.created_at DESC, audit_entries_1.id
    LIMIT $3) SELECT c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10
  FROM found
  WHERE (SELECT set_config('hatched.keys_1_7', array_to_string(array_agg(c7), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = textArray(["GRADE_SET", "GRADE_CHANGED"]), $3 = 4

-- family.auditTrail.edges.node.actor, family.arrivals.nodes.member FamilyMember
SELECT members_2.family_id, members_2.id, members_2.role, members_2.name
  FROM members members_2
  WHERE members_2.family_id = $1;
-- $1 = the viewer's family

-- family.auditTrail.edges.node.assignment Assignment
SELECT assignments_3.family_id, assignments_3.id, assignments_3.title
  FROM (SELECT DISTINCT key
    FROM unnest(string_to_array(current_setting('hatched.keys_1_7', true), ',', '')::uuid[]) wanted(key)) parents_3
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_3
    WHERE assignments_3.family_id = $1 AND assignments_3.id = parents_3.key OFFSET 0) assignments_3;
-- $1 = the viewer's family

-- family.arrivals AuditEntry
SELECT audit_entries_4.family_id, audit_entries_4.created_at, audit_entries_4.id, audit_entries_4.action, audit_entries_4.actor_name, audit_entries_4.actor_role, audit_entries_4.member_id, audit_entries_4.member_role
  FROM (SELECT *
    FROM audit_entries audit_entries_4
    WHERE audit_entries_4.family_id = $1 AND audit_entries_4.action IS DISTINCT FROM $2 AND (audit_entries_4.member_id IN (SELECT members_f1.id
        FROM members members_f1
        WHERE members_f1.family_id = $1 AND members_f1.role = $3)) IS TRUE
    ORDER BY audit_entries_4.created_at, audit_entries_4.id DESC
    LIMIT $4) audit_entries_4
  ORDER BY audit_entries_4.created_at DESC, audit_entries_4.id;
-- $1 = the viewer's family, $2 = 'GRADE_SET', $3 = 'STUDENT', $4 = 3
