CREATE TABLE rooms (
  school_id  uuid NOT NULL,
  id         uuid NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  floor      int,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT rooms_key PRIMARY KEY (school_id, id),
  CONSTRAINT rooms_name CHECK (length(name) BETWEEN 1 AND 100),
  CONSTRAINT rooms_floor CHECK (floor BETWEEN -9 AND 99)
);
CREATE UNIQUE INDEX rooms_id ON rooms (id);
CREATE INDEX rooms_by_name ON rooms (school_id, name, id);
ALTER TABLE rooms ADD CONSTRAINT rooms_school FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;

SELECT guard_table('rooms', 'SCHOOL');
