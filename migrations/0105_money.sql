-- Expenses, their categories, and budgets: parents alone see them.

CREATE TABLE expense_categories (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  color      text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT expense_categories_key PRIMARY KEY (family_id, id),
  CONSTRAINT expense_categories_name CHECK (length(name) BETWEEN 1 AND 100),
  CONSTRAINT expense_categories_color CHECK (color ~ '^#[0-9A-F]{6}$')
);
CREATE INDEX expense_categories_by_name ON expense_categories (family_id, name, id);
ALTER TABLE expense_categories ADD CONSTRAINT expense_categories_family FOREIGN KEY (family_id) REFERENCES families (family_id);
SELECT guard_table('expense_categories', 'FAMILY');

-- fit_money() gives an amount all decimals of the currency's minor unit, and refuses more.
CREATE TABLE expenses (
  family_id   uuid NOT NULL,
  id          uuid NOT NULL,
  category_id uuid,
  -- The member who paid, until it leaves the family.
  payer_id    uuid,
  amount      numeric NOT NULL,
  currency    text NOT NULL,
  date        date NOT NULL,
  note        text COLLATE "und-x-icu",
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  version     int NOT NULL DEFAULT 1,
  CONSTRAINT expenses_key PRIMARY KEY (family_id, id),
  CONSTRAINT expenses_amount CHECK (amount <> 0),
  CONSTRAINT expenses_currency CHECK (currency IN (
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
  CONSTRAINT expenses_note CHECK (length(note) <= 1000)
);
-- A summary is read from the index alone.
CREATE INDEX expenses_by_date ON expenses (family_id, date DESC, id) INCLUDE (category_id, payer_id, currency, amount);
CREATE INDEX expenses_by_category ON expenses (family_id, category_id, date);
CREATE INDEX expenses_by_payer ON expenses (family_id, payer_id);
ALTER TABLE expenses ADD CONSTRAINT expenses_family FOREIGN KEY (family_id) REFERENCES families (family_id);
-- What an expense refers to is taken off it before it goes.
ALTER TABLE expenses ADD CONSTRAINT expenses_category
  FOREIGN KEY (family_id, category_id) REFERENCES expense_categories (family_id, id);
ALTER TABLE expenses ADD CONSTRAINT expenses_payer FOREIGN KEY (family_id, payer_id) REFERENCES members (family_id, id);
SELECT guard_table('expenses', 'FAMILY');

-- A budget without a category is for all of them.
CREATE TABLE budgets (
  family_id   uuid NOT NULL,
  id          uuid NOT NULL,
  category_id uuid,
  month       date NOT NULL,
  amount      numeric NOT NULL,
  currency    text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  version     int NOT NULL DEFAULT 1,
  CONSTRAINT budgets_key PRIMARY KEY (family_id, id),
  CONSTRAINT budgets_once UNIQUE NULLS NOT DISTINCT (family_id, month, currency, category_id),
  CONSTRAINT budgets_month CHECK (EXTRACT(day FROM month) = 1),
  CONSTRAINT budgets_amount CHECK (amount > 0),
  CONSTRAINT budgets_currency CHECK (currency IN (
    'AED', 'AFN', 'ALL', 'AMD', 'ANG', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BGN', 'BHD', 'BIF', 'BMD', 'BND',
    'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHE', 'CHF', 'CHW', 'CLF', 'CLP', 'CNY', 'COP', 'COU',
    'CRC', 'CUP', 'CVE', 'CZK', 'DJF', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP',
    'GMD', 'GNF', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IQD', 'IRR', 'ISK', 'JMD', 'JOD', 'JPY', 'KES',
    'KGS', 'KHR', 'KMF', 'KPW', 'KRW', 'KWD', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'LYD', 'MAD', 'MDL', 'MGA', 'MKD',
    'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'OMR',
    'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB', 'RWF', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD',
    'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TND', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS',
    'UAH', 'UGX', 'USD', 'USN', 'UYI', 'UYU', 'UYW', 'UZS', 'VED', 'VES', 'VND', 'VUV', 'WST', 'XAF', 'XCD', 'XCG', 'XOF', 'XPF',
    'YER', 'ZAR', 'ZMW', 'ZWG'))
);
CREATE INDEX budgets_by_month ON budgets (family_id, month DESC, id);
CREATE INDEX budgets_by_category ON budgets (family_id, category_id);
ALTER TABLE budgets ADD CONSTRAINT budgets_family FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE budgets ADD CONSTRAINT budgets_category
  FOREIGN KEY (family_id, category_id) REFERENCES expense_categories (family_id, id) ON DELETE CASCADE;
SELECT guard_table('budgets', 'FAMILY');

-- Receipts are files of expenses.
ALTER TABLE file_uses ADD COLUMN expense_id uuid;
ALTER TABLE file_uses DROP CONSTRAINT file_uses_row;
ALTER TABLE file_uses ADD CONSTRAINT file_uses_row
  CHECK (num_nonnulls(note_id, course_id, assignment_id, portfolio_item_id, expense_id) = 1);
SELECT track_usage('file_uses');
CREATE UNIQUE INDEX file_uses_once_in_expense ON file_uses (family_id, expense_id, file_id) WHERE expense_id IS NOT NULL;
ALTER TABLE file_uses ADD CONSTRAINT file_uses_expense FOREIGN KEY (family_id, expense_id) REFERENCES expenses (family_id, id) ON DELETE CASCADE;
