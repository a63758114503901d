#include "embedded.h"
#include <stddef.h>

// A file that is missing here, or out of order, fails a test.

static const embedded_file schema[] = {
  {"base.graphql", (const unsigned char[]){
#embed "../../schema/base.graphql"
    , 0}},
  {"family.graphql", (const unsigned char[]){
#embed "../../schema/family.graphql"
    , 0}},
  {"curriculum.graphql", (const unsigned char[]){
#embed "../../schema/curriculum.graphql"
    , 0}},
  {NULL, NULL},
};

static const embedded_file migrations[] = {
  {"0001_accounts_and_families.sql", (const unsigned char[]){
#embed "../../migrations/0001_accounts_and_families.sql"
    , 0}},
  {"0002_curriculum.sql", (const unsigned char[]){
#embed "../../migrations/0002_curriculum.sql"
    , 0}},
  {"0003_curriculum_changes.sql", (const unsigned char[]){
#embed "../../migrations/0003_curriculum_changes.sql"
    , 0}},
  {NULL, NULL},
};

const embedded_file *embedded_schema(void) { return schema; }

const embedded_file *embedded_migrations(void) { return migrations; }
