import { writeSync } from 'node:fs'
import { createAlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { openStore, type Store } from '@sonde/store/engine/store.ts'
import { createHeartbeatJob } from '../../src/heartbeats/heartbeat-job.ts'
import { createKeptLog } from '../kept-log.ts'
import { quietAlerting } from '../quiet-alerting.ts'

/** Fails every heartbeat that is overdue, and prints a line before and after each write is committed. */
const [dataDir = '', databaseUrl = ''] = process.argv.slice(2)
const opened = await openStore({
  dataDir,
  databaseUrl: databaseUrl || null,
  encryptionKey: null,
  clock: systemClock,
})
const store: Store = {
  ...opened,
  async write(work) {
    const result = await opened.write(async (db) => {
      const done = await work(db)
      // Straight to the pipe: what a killed process had only buffered would never be seen.
      writeSync(1, 'worked\n')
      return done
    })
    writeSync(1, 'written\n')
    return result
  },
}
let aheadMs = 0
const job = createHeartbeatJob({
  store,
  clock: { now: () => Date.now() + aheadMs },
  log: createKeptLog(),
  alerts: createAlertIntake(quietAlerting),
  alive: { sign: async () => ({ upSince: 0 }) },
})
// The minute after a start in which nobody fails is not what is tried here.
aheadMs = 60_000
while (await job.work());
writeSync(1, 'done\n')
await opened.close()
