-- All columns of a unique index without a condition are a key of its table: while one of them changes, no other row can
-- begin to refer to the row. A parent's change of a student refers to the class anew after it has bumped the version of
-- the class, and waited for the change of the name, which waits for that version. Columns of an index with a condition
-- are no key.
ALTER TABLE school_classes DROP CONSTRAINT school_classes_name;
CREATE UNIQUE INDEX school_classes_name ON school_classes (school_id, name) WHERE name IS NOT NULL;
ALTER TABLE school_students DROP CONSTRAINT school_students_number;
CREATE UNIQUE INDEX school_students_number ON school_students (school_id, student_number) WHERE student_number IS NOT NULL;
