import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLogger } from '../testing/silent-logger.ts'
import { isStopped, repeatWork } from './repeat-work.ts'

const hourMs = 3_600_000

test('work begins at once and is repeated after the pause, never before it has ended', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const rounds: PromiseWithResolvers<void>[] = []
  const job = repeatWork({
    name: 'counting',
    pauseMs: hourMs,
    log: silentLogger,
    work() {
      const round = Promise.withResolvers<void>()
      rounds.push(round)
      return round.promise
    },
  })
  job.start()
  job.start()
  assert.equal(rounds.length, 1)
  t.mock.timers.tick(2 * hourMs)
  assert.equal(rounds.length, 1)
  rounds[0]?.resolve()
  await settled()
  t.mock.timers.tick(hourMs - 1)
  assert.equal(rounds.length, 1)
  t.mock.timers.tick(1)
  assert.equal(rounds.length, 2)
  rounds[1]?.resolve()
  await job.stop()
  t.mock.timers.tick(2 * hourMs)
  assert.equal(rounds.length, 2)
})

test('work that may wait begins later, once however often it is started, and never when it was stopped before', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let count = 0
  const waiting = () =>
    repeatWork({
      name: 'counting',
      pauseMs: hourMs,
      firstAfterMs: 1_000,
      log: silentLogger,
      async work() {
        count += 1
      },
    })
  const [job, stopped] = [waiting(), waiting()]
  job.start()
  job.start()
  stopped.start()
  await stopped.stop()
  t.mock.timers.tick(999)
  assert.equal(count, 0)
  t.mock.timers.tick(1)
  assert.equal(count, 1)
  await settled()
  t.mock.timers.tick(hourMs)
  assert.equal(count, 2)
  await job.stop()
})

test('a round that fails is logged and tried again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const warnings: string[] = []
  let count = 0
  const job = repeatWork({
    name: 'counting',
    pauseMs: hourMs,
    log: { ...silentLogger, warn: (_fields, message) => void warnings.push(message) },
    async work() {
      count += 1
      if (count === 1) throw new Error('the database is away')
    },
  })
  job.start()
  await settled()
  assert.deepEqual(warnings, ['counting failed; retrying'])
  t.mock.timers.tick(hourMs)
  assert.equal(count, 2)
  await job.stop()
  assert.equal(warnings.length, 1)
})

test('stopping tells the round that is under way and waits for it, and its failure is nobody’s business', async () => {
  const warnings: string[] = []
  const end = Promise.withResolvers<void>()
  let heard: AbortSignal | undefined
  const job = repeatWork({
    name: 'counting',
    pauseMs: hourMs,
    log: { ...silentLogger, warn: (_fields, message) => void warnings.push(message) },
    work(signal) {
      heard = signal
      return end.promise
    },
  })
  job.start()
  assert.equal(isStopped(heard), false)
  let isOver = false
  const stopped = job.stop().then(() => (isOver = true))
  await settled()
  assert.equal(isStopped(heard), true)
  assert.equal(isOver, false)
  end.reject(new Error('cut short'))
  await stopped
  assert.deepEqual(warnings, [])
})

async function settled(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
}
