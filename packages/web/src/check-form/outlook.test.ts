import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effectiveValues } from './effective-values.ts'
import { outlookOf } from './outlook.ts'

const value = {
  frequency: 1,
  locations: ['eu-west-1', 'us-east-1'],
  privateLocations: [],
  runParallel: true,
  doubleCheck: false,
  retryStrategy: null,
}
const alertSettings = {
  escalationType: 'RUN_BASED',
  runBasedEscalation: { failedRunThreshold: 2 },
}

function outlook(changes: Record<string, unknown>, notified: string | null = 'Ops mail'): string {
  const changed = { ...value, ...changes }
  return outlookOf({
    value: changed,
    effective: effectiveValues(changed, null),
    isRun: true,
    notified,
    alertSettings,
  })
}

test('a form says how often its check will run, what a failure leads to and whom it notifies', () => {
  assert.equal(
    outlook({}),
    'Runs every minute at 2 locations, all at once, 2,880 runs a day. No retries: the first failure counts. Notifies Ops mail after 2 failed runs in a row.',
  )
  assert.match(
    outlook({ runParallel: false }),
    /^Runs every minute at 2 locations, in turns, 1,440 runs a day\./,
  )
  assert.match(outlook({ frequency: 0, frequencyOffset: 10, runParallel: false }), /8,640 runs a day/)
  assert.match(
    outlook({ frequency: 1440, runParallel: false }),
    /every day at 2 locations, in turns, 1 run a day/,
  )
})

test('a form says that nothing will happen where that is so', () => {
  assert.match(outlook({}, null), /Nobody is notified of a failure\.$/)
  assert.match(outlook({ muted: true }), /It is muted: nobody is notified\.$/)
  assert.match(outlook({ locations: [] }), /^It never runs: it has no location\./)
  assert.equal(outlook({ activated: false }), 'It is saved paused, and does nothing until it is resumed.')
})
