import { writeSync } from 'node:fs'
import { systemClock } from '@sonde/ground/clock.ts'
import { openStore } from '../../src/engine/store.ts'

/** Takes a slot among those who deliver, prints its number and keeps it until it is killed. */
const [dataDir = '', databaseUrl = ''] = process.argv.slice(2)
const store = await openStore({
  dataDir,
  databaseUrl: databaseUrl || null,
  encryptionKey: null,
  clock: systemClock,
})
const slot = await store.takeWorkerSlot()
writeSync(1, `${slot?.number}\n`)
setInterval(() => {}, 60_000)
