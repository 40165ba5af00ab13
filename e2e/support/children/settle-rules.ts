import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { createAlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { lockStates, updateStates } from '@sonde/store/checks/check-states.ts'
import { openStore } from '@sonde/store/engine/store.ts'

/**
 * Ends runs of a check, failed and passed in turn by what is stored, each in one write with all that it means for
 * alerting, without end. Prints a line after each commit.
 */
const [dataDir = '', databaseUrl = '', checkNumber = ''] = process.argv.slice(2)
const checkNo = Number(checkNumber)
const clock = systemClock
const store = await openStore({ dataDir, databaseUrl: databaseUrl || null, encryptionKey: null, clock })
const intake = createAlertIntake({ publicUrl: () => '', canMail: true, wakeDelivery: () => {} })

for (;;) {
  await store.write(async (db) => {
    const now = clock.now()
    const states = await lockStates(db, [checkNo])
    const state = states.get(checkNo)
    if (state === undefined) throw new Error('the check is gone')
    const isFailing = state.alert !== null && state.alert.status === 'failed'
    const finished = {
      checkNo,
      scheduledAt: now,
      origin: 'eu-west-1',
      isParallel: false,
      occurrence: null,
      verdicts: {},
      isStandIn: false,
      verdict: isFailing ? ('passed' as const) : ('failed' as const),
      result: {
        resultId: randomUUID(),
        scheduledAt: now,
        startedAt: now,
        responseTime: null,
        location: 'eu-west-1',
        error: null,
        statusCode: null,
        failedLocations: [],
      },
      ageMs: 0,
      completedAt: now,
      lastCompletedAt: null,
      judgedAt: now,
    }
    for (const alert of (await intake.apply(db, [finished], states, now)).values()) {
      await updateStates(db, [{ ...state, alert }])
    }
  })
  writeSync(1, 'committed\n')
}
