#pragma once

/// A text file that is part of the program: its name without folder, and its bytes up to a zero.
typedef struct {
  const char *name;
  const unsigned char *text;
} embedded_file;

/// The documents of `schema/` that are written by hand, in the order in which they are read; after the last one, a name of NULL.
const embedded_file *embedded_schema(void);

/// The files of `migrations/`, in the order in which they are applied; after the last one, a name of NULL.
const embedded_file *embedded_migrations(void);

/// The files of `migrations/functions/`, with their folders there, in alphabetical order; after the last one, a name of NULL.
const embedded_file *embedded_functions(void);

/// The files of `Sources/Mail/Templates/`, with their folders there, in alphabetical order; after the last one, a name of NULL.
const embedded_file *embedded_templates(void);

/// The files of `Sources/Server/Explorer/Web/`, in alphabetical order; after the last one, a name of NULL.
const embedded_file *embedded_explorer(void);

/// The files of `Sources/Server/Operator/Web/`, in alphabetical order; after the last one, a name of NULL.
const embedded_file *embedded_operator_page(void);

/// Passwords that many people have, in lower case, a line each, sorted by their bytes: those of at least 8 characters, and the most
/// common shorter ones. From the frequency lists of zxcvbn 4.5.0 (MIT License, copyright 2016 Daniel Wolf; 2012-2016 Dan Wheeler
/// and Dropbox, Inc.), made by scripts/lib/common-passwords.py.
const unsigned char *embedded_common_passwords(void);
