import type { Migration } from 'kysely/migration'
import * as accountsAndChecks from './0001-accounts-and-checks.ts'

/** Run in the order of their names. A migration that was released is never edited: add another one. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts-and-checks': accountsAndChecks,
}
