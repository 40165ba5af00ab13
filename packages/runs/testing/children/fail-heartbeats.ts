import { writeSync } from 'node:fs'
import { createAlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { openStore, type Store } from '@sonde/store/engine/store.ts'
import { createHeartbeatJob } from '../../src/heartbeats/heartbeat-job.ts'
import { createKeptLog } from '../kept-log.ts'
import { quietAlerting } from '../quiet-alerting.ts'

/**
 * Fails every heartbeat that is overdue, and prints a line before and after each write is committed. After the line of
 * that number it stands still.
 */
const [dataDir = '', databaseUrl = '', lastLine = ''] = process.argv.slice(2)
let lines = 0
function printLine(line: string): void {
  // Straight to the pipe: what a killed process had only buffered would never be seen.
  writeSync(1, `${line}\n`)
  lines += 1
  if (String(lines) === lastLine) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
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
      printLine('worked')
      return done
    })
    printLine('written')
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
printLine('done')
await opened.close()
