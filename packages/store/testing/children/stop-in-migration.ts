import { sql } from 'kysely'
import { migrateToLatest } from '../../src/engine/migrate.ts'
import { migrations } from '../../src/migrations/registry.ts'
import { createPostgresEngine } from '../../src/engine/postgres/postgres-engine.ts'
import { openSqliteEngine } from '../../src/engine/sqlite/sqlite-engine.ts'

/** Runs the real migrations and then one that says where it is and never ends, so that it can be killed. */
const [dataDir = '', databaseUrl = ''] = process.argv.slice(2)
const engine = databaseUrl ? createPostgresEngine(databaseUrl) : await openSqliteEngine(dataDir)
await engine.startExclusively((db) =>
  migrateToLatest(db, {
    ...migrations,
    '9999-endless': {
      async up(transaction) {
        await sql`create table half_done (id integer)`.execute(transaction)
        console.log('in the middle')
        await new Promise((resolve) => {
          setTimeout(resolve, 2 ** 31 - 1)
        })
      },
    },
  }),
)
