-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.notes Note
WITH found AS MATERIALIZED (SELECT notes_1.family_id AS c0, notes_1.title AS c1, notes_1.author_id AS c2, notes_1.course_id AS c3, notes_1.assignment_id AS c4, notes_1.id AS c5
    FROM notes notes_1
    WHERE notes_1.family_id = $1
    ORDER BY notes_1.created_at DESC, notes_1.id
    LIMIT $2 OFFSET $3) SELECT c0, c1, c2, c3, c4, c5
  FROM found
  WHERE (SELECT set_config('hatched.keys_1_4', array_to_string(array_agg(c4), ',', ''), true) || set_config('hatched.keys_1_5', array_to_string(array_agg(c5), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = 2, $3 = 0

-- family.notes.author FamilyMember
SELECT members_2.family_id, members_2.id, members_2.role, members_2.name
  FROM members members_2
  WHERE members_2.family_id = $1;
-- $1 = the viewer's family

-- family.notes.course Course
SELECT courses_3.family_id, courses_3.id, courses_3.name
  FROM courses courses_3
  WHERE courses_3.family_id = $1;
-- $1 = the viewer's family

-- family.notes.assignment Assignment
SELECT assignments_4.family_id, assignments_4.id, assignments_4.title
  FROM (SELECT DISTINCT key
    FROM unnest(string_to_array(current_setting('hatched.keys_1_4', true), ',', '')::uuid[]) wanted(key)) parents_4
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_4
    WHERE assignments_4.family_id = $1 AND assignments_4.id = parents_4.key OFFSET 0) assignments_4;
-- $1 = the viewer's family

-- family.notes.tags NoteTag
WITH found AS MATERIALIZED (SELECT note_tags_5.family_id AS c0, parents_5.key AS c1, note_tags_5.name AS c2, note_tags_5.id AS c3
    FROM unnest(string_to_array(current_setting('hatched.keys_1_5', true), ',', '')::uuid[]) parents_5(key)
    CROSS JOIN LATERAL (SELECT note_tags_5.*
      FROM note_tags note_tags_5 JOIN note_taggings note_tags_5_by ON note_tags_5_by.family_id = note_tags_5.family_id AND note_tags_5_by.note_tag_id = note_tags_5.id
      WHERE note_tags_5.family_id = $1 AND note_tags_5_by.family_id = $1 AND note_tags_5_by.note_id = parents_5.key
      ORDER BY note_tags_5.name, note_tags_5.id
      LIMIT $2 OFFSET $3) note_tags_5
    ORDER BY note_tags_5.name, note_tags_5.id) SELECT c0, c1, c2, c3
  FROM found
  WHERE (SELECT set_config('hatched.keys_5_3', array_to_string(array_agg(c3), ',', ''), true)
    FROM (SELECT DISTINCT c3
      FROM found) once) IS NOT NULL;
-- $1 = the viewer's family, $2 = 20, $3 = 0

-- family.notes.tags.notes Note
WITH found AS MATERIALIZED (SELECT notes_6.family_id AS c0, parents_6.key AS c1, notes_6.title AS c2, notes_6.id AS c3
    FROM unnest(string_to_array(current_setting('hatched.keys_5_3', true), ',', '')::uuid[]) parents_6(key)
    CROSS JOIN LATERAL (SELECT notes_6.*
      FROM notes notes_6 JOIN note_taggings notes_6_by ON notes_6_by.family_id = notes_6.family_id AND notes_6_by.note_id = notes_6.id
      WHERE notes_6.family_id = $1 AND notes_6_by.family_id = $1 AND notes_6_by.note_tag_id = parents_6.key
      ORDER BY notes_6.created_at DESC, notes_6.id
      LIMIT $2 OFFSET $3) notes_6
    ORDER BY notes_6.created_at DESC, notes_6.id) SELECT c0, c1, c2, c3
  FROM found
  WHERE (SELECT set_config('hatched.keys_6_3', array_to_string(array_agg(c3), ',', ''), true)
    FROM (SELECT DISTINCT c3
      FROM found) once) IS NOT NULL;
-- $1 = the viewer's family, $2 = 5, $3 = 0

-- family.notes.tags.notes.tags NoteTag
SELECT note_tags_7.family_id, parents_7.key, note_tags_7.name
  FROM unnest(string_to_array(current_setting('hatched.keys_6_3', true), ',', '')::uuid[]) parents_7(key)
  CROSS JOIN LATERAL (SELECT note_tags_7.*
    FROM note_tags note_tags_7 JOIN note_taggings note_tags_7_by ON note_tags_7_by.family_id = note_tags_7.family_id AND note_tags_7_by.note_tag_id = note_tags_7.id
    WHERE note_tags_7.family_id = $1 AND note_tags_7_by.family_id = $1 AND note_tags_7_by.note_id = parents_7.key
    ORDER BY note_tags_7.name, note_tags_7.id
    LIMIT $2 OFFSET $3) note_tags_7
  ORDER BY note_tags_7.name, note_tags_7.id;
-- $1 = the viewer's family, $2 = 1, $3 = 0

-- family.tagged Note
SELECT notes_8.family_id, notes_8.title
  FROM notes notes_8
  WHERE notes_8.family_id = $1 AND (notes_8.id IN (SELECT note_tags_f1_by.note_id
      FROM note_tags note_tags_f1 JOIN note_taggings note_tags_f1_by ON note_tags_f1_by.family_id = note_tags_f1.family_id AND note_tags_f1_by.note_tag_id = note_tags_f1.id
      WHERE note_tags_f1.family_id = $1 AND note_tags_f1_by.family_id = $1 AND note_tags_f1.name = $2)) IS TRUE
  ORDER BY notes_8.created_at DESC, notes_8.id
  LIMIT $3 OFFSET $4;
-- $1 = the viewer's family, $2 = 'Look at again', $3 = 50, $4 = 0

-- family.noteTags NoteTag
SELECT note_tags_9.family_id, note_tags_9.name, note_tags_9.id
  FROM note_tags note_tags_9
  WHERE note_tags_9.family_id = $1
  ORDER BY note_tags_9.name, note_tags_9.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 10, $3 = 0

-- family.noteTags.notes Note
SELECT notes_10.family_id, parents_10.key, notes_10.title
  FROM (SELECT note_tags_9.id AS key
    FROM note_tags note_tags_9
    WHERE note_tags_9.family_id = $1
    ORDER BY note_tags_9.name, note_tags_9.id
    LIMIT $2 OFFSET $3) parents_10
  CROSS JOIN LATERAL (SELECT notes_10.*
    FROM notes notes_10 JOIN note_taggings notes_10_by ON notes_10_by.family_id = notes_10.family_id AND notes_10_by.note_id = notes_10.id
    WHERE notes_10.family_id = $1 AND notes_10_by.family_id = $1 AND notes_10_by.note_tag_id = parents_10.key
    ORDER BY notes_10.created_at DESC, notes_10.id
    LIMIT $4 OFFSET $5) notes_10
  ORDER BY notes_10.created_at DESC, notes_10.id;
-- $1 = the viewer's family, $2 = 10, $3 = 0, $4 = 50, $5 = 0
