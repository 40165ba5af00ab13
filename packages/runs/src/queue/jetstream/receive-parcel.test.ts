import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { run } from '../../../testing/queue-under-test.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { packParcel, type Parcel } from '../parcels.ts'
import { createCancelledRuns } from './cancelled-runs.ts'
import { createParcelReceipt } from './receive-parcel.ts'

const clock = createTestClock()
const { place, queue: line, checkType, scheduledAt: slotAt } = run(1)
const parcel: Parcel = {
  id: 'a parcel',
  slotAt,
  place,
  line,
  checkType,
  handedOut: 0,
  waitingSince: clock.now(),
  publisher: 'me',
  runs: Array.from({ length: 60 }, (_, index) => run(index + 1)),
}

/** As NATS sends it for the so-manieth time. */
function delivery(delivered: number) {
  const reply = `$JS.ACK._.hash.stream.consumer.${delivered}.7.70.1795000000000000000.0`
  return { subject: 'any', reply, data: packParcel(parcel) }
}

/** With what it says of deliveries and to owners. */
function underTest(publish: Parameters<typeof createParcelReceipt>[0]['publish']) {
  const words: string[] = []
  const told: string[] = []
  const receipts = createParcelReceipt({
    clock,
    log: silentLogger,
    times: { leaseMs: 60_000, expiryMs: 360_000 },
    unreadableMs: 20,
    cancelled: createCancelledRuns({ clock }),
    areOpen: async (runs) => runs.map(() => true),
    restore: async (runs) => runs.map(() => null),
    keepUnreadable: async () => {},
    publish,
    takeRemembered: () => null,
    answer: (_, word) => void words.push(word),
    tell: async ({ kind }) => void told.push(kind),
    onLost: async () => {},
  })
  return { receipts, words, told }
}

test('what NATS does not take back is neither acknowledged nor told to be over: it has it still', async () => {
  const { receipts, words, told } = underTest(async ({ runs }) =>
    runs[0]?.checkNo === 30 ? 'failed' : 'new',
  )
  await assert.rejects(receipts.receive(delivery(2), { isAgain: false }))
  assert.deepEqual([words, told], [['+WPI', '+WPI'], []])
})

test('what NATS has no room for is over', async () => {
  const { receipts, words, told } = underTest(async ({ runs }) =>
    runs[0]?.checkNo === 30 ? 'dropped' : 'new',
  )
  assert.equal(await receipts.receive(delivery(2), { isAgain: false }), null)
  assert.deepEqual([words.at(-1), told], ['+ACK', ['expired']])
})

test('a parcel whose agent was lost is split by many at once, and under the same names however often it has come', async () => {
  const published: { id: string; handedOut: number; checkNo: number | undefined }[] = []
  let [open, mostOpen] = [0, 0]
  const { receipts, words } = underTest(async ({ id, handedOut, runs }) => {
    published.push({ id, handedOut, checkNo: runs[0]?.checkNo })
    open += 1
    mostOpen = Math.max(mostOpen, open)
    await turn()
    open -= 1
    return 'new'
  })
  assert.equal(await receipts.receive(delivery(2), { isAgain: false }), null)
  assert.deepEqual(
    published.map(({ checkNo }) => checkNo),
    parcel.runs.map(({ checkNo }) => checkNo),
  )
  assert.equal(new Set(published.map(({ id }) => id)).size, 60)
  assert.deepEqual([...new Set(published.map(({ handedOut }) => handedOut))], [1])
  assert.equal(mostOpen, 25)
  assert.deepEqual(words, ['+WPI', '+WPI', '+WPI', '+ACK'], 'its lease is renewed before each part')

  const [first, second] = [published.splice(0), published]
  assert.equal(await receipts.receive(delivery(3), { isAgain: false }), null)
  assert.deepEqual(
    second.map(({ id }) => id),
    first.map(({ id }) => id),
  )
})
