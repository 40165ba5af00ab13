import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { systemClock } from '@sonde/ground/clock.ts'
import { insertCheck } from '../../src/checks/checks.ts'
import { openStore } from '../../src/engine/store.ts'
import { makeCheck } from '../rows.ts'

/** Twenty writers store one check after the other and print the id of each one that was acknowledged. */
const [dataDir = '', databaseUrl = '', accountId = ''] = process.argv.slice(2)
const store = await openStore({
  dataDir,
  databaseUrl: databaseUrl || null,
  encryptionKey: null,
  clock: systemClock,
})

async function writeForever(): Promise<never> {
  for (;;) {
    const check = makeCheck(accountId, { id: randomUUID() })
    await store.write((db) => insertCheck(db, check))
    // Straight to the pipe: what a killed process had only buffered would never be seen.
    writeSync(1, `${check.id}\n`)
  }
}

await Promise.all(Array.from({ length: 20 }, writeForever))
