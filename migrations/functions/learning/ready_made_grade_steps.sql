-- The grade scales that every family has: the only place that has their steps.
--
-- In SQL and without a search path of its own, so that PostgreSQL puts the rows in place of the call.
CREATE OR REPLACE FUNCTION ready_made_grade_steps()
RETURNS TABLE (grade_scale text, letter text, least_percentage numeric, grade_points numeric)
LANGUAGE sql IMMUTABLE AS $$
  VALUES
    ('PLAIN', 'A', 90.0, 4.0), ('PLAIN', 'B', 80.0, 3.0), ('PLAIN', 'C', 70.0, 2.0), ('PLAIN', 'D', 60.0, 1.0),
    ('PLAIN', 'F', 0.0, 0.0),
    ('PLUS_MINUS', 'A+', 97.0, 4.0), ('PLUS_MINUS', 'A', 93.0, 4.0), ('PLUS_MINUS', 'A-', 90.0, 3.7),
    ('PLUS_MINUS', 'B+', 87.0, 3.3), ('PLUS_MINUS', 'B', 83.0, 3.0), ('PLUS_MINUS', 'B-', 80.0, 2.7),
    ('PLUS_MINUS', 'C+', 77.0, 2.3), ('PLUS_MINUS', 'C', 73.0, 2.0), ('PLUS_MINUS', 'C-', 70.0, 1.7),
    ('PLUS_MINUS', 'D+', 67.0, 1.3), ('PLUS_MINUS', 'D', 63.0, 1.0), ('PLUS_MINUS', 'D-', 60.0, 0.7),
    ('PLUS_MINUS', 'F', 0.0, 0.0),
    ('PLUS_MINUS_ABOVE_FOUR', 'A+', 97.0, 4.3), ('PLUS_MINUS_ABOVE_FOUR', 'A', 93.0, 4.0),
    ('PLUS_MINUS_ABOVE_FOUR', 'A-', 90.0, 3.7), ('PLUS_MINUS_ABOVE_FOUR', 'B+', 87.0, 3.3),
    ('PLUS_MINUS_ABOVE_FOUR', 'B', 83.0, 3.0), ('PLUS_MINUS_ABOVE_FOUR', 'B-', 80.0, 2.7),
    ('PLUS_MINUS_ABOVE_FOUR', 'C+', 77.0, 2.3), ('PLUS_MINUS_ABOVE_FOUR', 'C', 73.0, 2.0),
    ('PLUS_MINUS_ABOVE_FOUR', 'C-', 70.0, 1.7), ('PLUS_MINUS_ABOVE_FOUR', 'D+', 67.0, 1.3),
    ('PLUS_MINUS_ABOVE_FOUR', 'D', 63.0, 1.0), ('PLUS_MINUS_ABOVE_FOUR', 'D-', 60.0, 0.7),
    ('PLUS_MINUS_ABOVE_FOUR', 'F', 0.0, 0.0),
    ('PASS_FAIL', 'P', 60.0, NULL::numeric), ('PASS_FAIL', 'F', 0.0, NULL)
$$;
REVOKE ALL ON FUNCTION ready_made_grade_steps() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ready_made_grade_steps() TO hatched_app;
