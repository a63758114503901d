-- Providers of services, what they offer, their times, and the bookings of families (ME-08, ME-09): see docs/household-bookings.md.

-- An account that offers services. `directory_id` is that of the directory, once an operator has admitted the provider: all signed-in
-- accounts read the row then. An operator sets it, and whether the directory lists the provider.
CREATE TABLE providers (
  account_id   uuid NOT NULL,
  id           uuid NOT NULL,
  directory_id uuid,
  is_listed    boolean NOT NULL DEFAULT false,
  name         text COLLATE "und-x-icu" NOT NULL,
  text         text COLLATE "und-x-icu",
  area         text COLLATE "und-x-icu",
  languages    text[] NOT NULL,
  time_zone    text NOT NULL,
  -- The working hours, in the time zone: one in each place of the three. Those that end before they begin end on the next day.
  hour_days    text[] NOT NULL DEFAULT '{}',
  hour_starts  time[] NOT NULL DEFAULT '{}',
  hour_ends    time[] NOT NULL DEFAULT '{}',
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  CONSTRAINT providers_key PRIMARY KEY (id),
  CONSTRAINT providers_once UNIQUE (account_id),
  CONSTRAINT providers_name CHECK (length(name) BETWEEN 1 AND 200),
  CONSTRAINT providers_text CHECK (length(text) BETWEEN 1 AND 5000),
  CONSTRAINT providers_area CHECK (length(area) BETWEEN 1 AND 200),
  CONSTRAINT providers_languages CHECK (cardinality(languages) <= 20),
  CONSTRAINT providers_listed CHECK (directory_id IS NOT NULL OR NOT is_listed),
  CONSTRAINT providers_hours CHECK (
    cardinality(hour_days) <= 50 AND cardinality(hour_days) = cardinality(hour_starts) AND cardinality(hour_days) = cardinality(hour_ends)),
  CONSTRAINT providers_hour_days CHECK (
    hour_days <@ ARRAY['MONDAY'::text, 'TUESDAY'::text, 'WEDNESDAY'::text, 'THURSDAY'::text, 'FRIDAY'::text, 'SATURDAY'::text, 'SUNDAY'::text])
);
CREATE INDEX providers_by_name ON providers (name, id) WHERE is_listed;
ALTER TABLE providers ADD CONSTRAINT providers_account FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
SELECT guard_table('providers', 'DIRECTORY', fixed => '{is_listed}');

-- A service of a provider. One that is offered no more stays for the bookings of it. A trigger copies the directory of the provider.
CREATE TABLE services (
  account_id   uuid NOT NULL,
  id           uuid NOT NULL,
  provider_id  uuid NOT NULL,
  directory_id uuid,
  kind         text NOT NULL,
  name         text COLLATE "und-x-icu" NOT NULL,
  text         text COLLATE "und-x-icu",
  price        numeric NOT NULL,
  currency     text NOT NULL,
  per          text NOT NULL,
  ended_at     timestamptz,
  -- The hash of the input that made it, so that the same input sent again makes no second one.
  input_hash   bytea NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  CONSTRAINT services_key PRIMARY KEY (id),
  CONSTRAINT services_kind CHECK (kind IN (
    'CHILDCARE', 'CLEANING', 'SHOPPING', 'TUTORING', 'PETS', 'GARDEN', 'REPAIR', 'TRANSPORT', 'OTHER')),
  CONSTRAINT services_name CHECK (length(name) BETWEEN 1 AND 200),
  CONSTRAINT services_text CHECK (length(text) BETWEEN 1 AND 5000),
  CONSTRAINT services_price CHECK (price > 0),
  CONSTRAINT services_currency CHECK (currency IN (
    'AED', 'AFN', 'ALL', 'AMD', 'ANG', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BGN', 'BHD', 'BIF', 'BMD', 'BND',
    'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHE', 'CHF', 'CHW', 'CLF', 'CLP', 'CNY', 'COP', 'COU',
    'CRC', 'CUP', 'CVE', 'CZK', 'DJF', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP',
    'GMD', 'GNF', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IQD', 'IRR', 'ISK', 'JMD', 'JOD', 'JPY', 'KES',
    'KGS', 'KHR', 'KMF', 'KPW', 'KRW', 'KWD', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'LYD', 'MAD', 'MDL', 'MGA', 'MKD',
    'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'OMR',
    'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB', 'RWF', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD',
    'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TND', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS',
    'UAH', 'UGX', 'USD', 'USN', 'UYI', 'UYU', 'UYW', 'UZS', 'VED', 'VES', 'VND', 'VUV', 'WST', 'XAF', 'XCD', 'XCG', 'XOF', 'XPF',
    'YER', 'ZAR', 'ZMW', 'ZWG')),
  CONSTRAINT services_per CHECK (per IN ('HOUR', 'VISIT')),
  CONSTRAINT services_hash CHECK (length(input_hash) = 32)
);
CREATE INDEX services_of_account ON services (account_id);
CREATE INDEX services_by_name ON services (name, id) WHERE ended_at IS NULL;
CREATE INDEX services_by_provider ON services (provider_id, name, id);
ALTER TABLE services ADD CONSTRAINT services_provider FOREIGN KEY (provider_id) REFERENCES providers (id) ON DELETE CASCADE;
SELECT guard_table('services', 'DIRECTORY', fixed => '{provider_id,input_hash}', privileges => 'SELECT, INSERT, UPDATE');

-- The times of providers that are taken: by bookings that stand, and by the provider itself. No two of a provider overlap, whoever writes
-- them: times are as [). Triggers and functions write them alone. The id is that of the booking or of the busy time.
--
-- A GiST index compares no UUIDs: each half is a range of one number.
CREATE TABLE provider_slots (
  account_id  uuid NOT NULL,
  id          uuid NOT NULL,
  provider_id uuid NOT NULL,
  kind        text NOT NULL,
  -- Whether nobody has confirmed the booking: its time is free again once it should have begun.
  is_pending  boolean NOT NULL,
  starts_at   timestamptz NOT NULL,
  ends_at     timestamptz NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT provider_slots_key PRIMARY KEY (id),
  CONSTRAINT provider_slots_kind CHECK (kind IN ('BOOKING', 'BUSY')),
  CONSTRAINT provider_slots_span CHECK (ends_at > starts_at)
);
CREATE INDEX provider_slots_by_start ON provider_slots (account_id, starts_at, id);
CREATE INDEX provider_slots_by_provider ON provider_slots (provider_id);
CREATE INDEX provider_slots_pending ON provider_slots (starts_at) WHERE is_pending;
ALTER TABLE provider_slots ADD CONSTRAINT provider_slots_provider
  FOREIGN KEY (provider_id) REFERENCES providers (id) ON DELETE CASCADE;
ALTER TABLE provider_slots ADD CONSTRAINT provider_slots_free EXCLUDE USING gist (
  int8range(('x' || left(replace(provider_id::text, '-', ''), 16))::bit(64)::bigint,
    ('x' || left(replace(provider_id::text, '-', ''), 16))::bit(64)::bigint, '[]') WITH =,
  int8range(('x' || right(replace(provider_id::text, '-', ''), 16))::bit(64)::bigint,
    ('x' || right(replace(provider_id::text, '-', ''), 16))::bit(64)::bigint, '[]') WITH =,
  tstzrange(starts_at, ends_at) WITH &&);
SELECT guard_table('provider_slots', 'ACCOUNT', privileges => 'SELECT');

-- Bookings of services by families. The provider sees them by its account. Triggers copy whose the service is, and the names.
CREATE TABLE bookings (
  family_id    uuid NOT NULL,
  id           uuid NOT NULL,
  -- The account of the provider.
  account_id   uuid NOT NULL,
  provider_id  uuid NOT NULL,
  service_id   uuid NOT NULL,
  -- The names that both sides had when the booking was made; that of the family follows the family.
  service_name text COLLATE "und-x-icu" NOT NULL,
  family_name  text COLLATE "und-x-icu" NOT NULL,
  starts_at    timestamptz NOT NULL,
  ends_at      timestamptz NOT NULL,
  note         text COLLATE "und-x-icu",
  place        text COLLATE "und-x-icu",
  state        text NOT NULL,
  -- The price of the service when it was booked.
  rate         numeric NOT NULL,
  per          text NOT NULL,
  currency     text NOT NULL,
  price        numeric NOT NULL,
  cancelled_by text,
  reason       text COLLATE "und-x-icu",
  done_at      timestamptz,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  CONSTRAINT bookings_key PRIMARY KEY (family_id, id),
  CONSTRAINT bookings_service_name CHECK (length(service_name) BETWEEN 1 AND 200),
  CONSTRAINT bookings_family_name CHECK (length(family_name) BETWEEN 1 AND 200),
  CONSTRAINT bookings_span CHECK (ends_at > starts_at),
  CONSTRAINT bookings_note CHECK (length(note) BETWEEN 1 AND 2000),
  CONSTRAINT bookings_place CHECK (length(place) BETWEEN 1 AND 300),
  CONSTRAINT bookings_state CHECK (state IN ('PENDING', 'CONFIRMED', 'DONE', 'CANCELLED')),
  CONSTRAINT bookings_per CHECK (per IN ('HOUR', 'VISIT')),
  CONSTRAINT bookings_price CHECK (price >= 0),
  CONSTRAINT bookings_side CHECK (cancelled_by IN ('FAMILY', 'PROVIDER')),
  CONSTRAINT bookings_reason CHECK (length(reason) BETWEEN 1 AND 1000),
  CONSTRAINT bookings_end CHECK (
    (state = 'CANCELLED') = (cancelled_by IS NOT NULL) AND (cancelled_by IS NULL) = (reason IS NULL) AND (state = 'DONE') = (done_at IS NOT NULL))
);
CREATE UNIQUE INDEX bookings_id ON bookings (id);
CREATE INDEX bookings_by_start ON bookings (family_id, starts_at DESC, id);
CREATE INDEX bookings_of_provider ON bookings (account_id, starts_at DESC, id);
CREATE INDEX bookings_by_service ON bookings (service_id);
ALTER TABLE bookings ADD CONSTRAINT bookings_family FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE bookings ADD CONSTRAINT bookings_service FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE;
SELECT guard_table('bookings', 'BOOKING', fixed => '{service_id,service_name,rate,per,currency}');

-- The version of the directory, of which functions tell the stamp.
CREATE TABLE directory_versions (
  id         uuid NOT NULL,
  version    bigint NOT NULL DEFAULT 1,
  stamp      uuid NOT NULL DEFAULT gen_random_uuid(),
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT directory_versions_key PRIMARY KEY (id)
);
ALTER TABLE directory_versions SET (fillfactor = 50);
ALTER TABLE directory_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
INSERT INTO directory_versions (id) VALUES ('00000000-0000-0000-0000-00000000d1d1');
