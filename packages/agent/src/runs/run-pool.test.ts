import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import type { RunAssignment, RunResult } from '@sonde/schema/agents/agent-protocol.ts'
import type { SuiteJob } from '@sonde/schema/agents/suite-job.ts'
import { heldRuns } from '../../testing/held-runs.ts'
import { createServiceTime } from '../service/service-time.ts'
import { notRun } from './execution.ts'
import { createRunPool } from './run-pool.ts'
import { createRunScrubbers } from './run-scrubbers.ts'

const suite: SuiteJob = {
  bundle: { sha256: '0'.repeat(64), bytes: 1 },
  testCommand: 'npx playwright test',
  installCommand: '',
  workingDir: '',
  browsers: [],
  cacheHash: null,
  engine: null,
  engineVersion: null,
  accountId: 'a',
  refreshesCache: false,
}

function assignment(isSuite: boolean, queue: RunAssignment['queue'] = 'main'): RunAssignment {
  return {
    runId: randomUUID(),
    attempt: 1,
    leaseId: randomUUID(),
    leaseEndsAt: 0,
    ticket: 'ticket',
    checkId: randomUUID(),
    checkType: 'MULTI_STEP',
    location: 'eu-west-1',
    queue,
    scheduledAt: 0,
    config: {},
    script: {
      runtimeId: '2026.04',
      setup: [],
      teardown: [],
      files: [],
      variables: {},
      secretVariables: [],
      ...(isSuite ? { suite } : {}),
    },
  }
}

function pooled() {
  const held = heldRuns()
  const finished: RunResult[] = []
  const result = Promise.withResolvers<RunResult>()
  const never = () => assert.fail('this does not happen here')
  const pool = createRunPool({
    executors: { MULTI_STEP: never },
    scripts: { run: (run, conditions) => held.execute(run, conditions) },
    concurrency: { uptime: 1, script: 1, main: 2 },
    connectivity: {
      state: () => 'online',
      watch: () => undefined,
      noteContact: () => undefined,
      noteUnreached: () => undefined,
      wasLost: async () => false,
      onBack: () => undefined,
      close: () => undefined,
    },
    time: createServiceTime({ clock: { now: () => 1_000 }, log: silentLogger }),
    scrubberOf: createRunScrubbers([]),
    log: silentLogger,
    mostRunMs: 60_000,
    onFinished(told) {
      finished.push(told)
      result.resolve(told)
    },
    onFiles: () => undefined,
    onUnreached: () => undefined,
    onFreed: () => undefined,
    onRunError: never,
    onBug: never,
  })
  return { pool, held, finished, result: result.promise }
}

test('case 20: a suite that is cancelled holds its place until it has ended, and is reported', async () => {
  const { pool, held, finished, result } = pooled()
  const [suiteRun, other] = [assignment(true), assignment(false)]
  pool.accept([suiteRun, other])
  assert.deepEqual([pool.size, held.open.length], [2, 2])
  pool.cancel([suiteRun.leaseId, other.leaseId, randomUUID()])
  assert.deepEqual(
    held.open.map(({ signal }) => signal.aborted),
    [true, true],
  )
  // The other one is gone without a word; the suite is not free yet.
  assert.deepEqual([pool.size, pool.free().main, finished], [1, 1, []])
  // Whose lease the service does not know any more.
  pool.drop([suiteRun.leaseId])
  assert.equal(pool.size, 1)
  held.open[0]?.end(notRun('aborted', 'The run was cancelled'))
  held.open[1]?.end()
  const told = await result
  assert.deepEqual(
    [told.leaseId, told.notRunCause, told.verdict.hasErrors],
    [suiteRun.leaseId, 'aborted', true],
  )
  assert.deepEqual([pool.size, pool.free().main, finished.length], [0, 2, 1])
})

test('case 22: suites never take the last place, where there are two', async () => {
  const { pool, held } = pooled()
  const [first, second, other] = [assignment(true), assignment(true), assignment(false)]
  assert.deepEqual([pool.free().main, pool.free().suite], [2, 1])
  assert.deepEqual(pool.accept([first, second]), [{ leaseId: second.leaseId, ticket: second.ticket }])
  assert.deepEqual([pool.free().main, pool.free().suite], [1, 0])
  assert.deepEqual(pool.accept([other]), [])
  // Starting takes its turns.
  while (held.open.length < 2) await new Promise(setImmediate)
  pool.drop([first.leaseId])
  assert.deepEqual([pool.free().main, pool.free().suite], [1, 1])
})

test('SC 69: whatever fills the places of long runs, scripts of API checks have their own', async () => {
  const { pool } = pooled()
  assert.deepEqual(pool.accept([assignment(true), assignment(false)]), [])
  assert.deepEqual([pool.free().main, pool.free().script], [0, 1])
  assert.deepEqual(pool.accept([assignment(false, 'script')]), [])
  assert.deepEqual([pool.size, pool.free().script], [3, 0])
})

test('case 23: a suite that another agent has meanwhile is dropped without a word', async () => {
  const { pool, held, finished } = pooled()
  const run = assignment(true)
  pool.accept([run])
  pool.drop([run.leaseId])
  assert.deepEqual([pool.size, held.open[0]?.signal.aborted], [0, true])
  held.open[0]?.end()
  await new Promise(setImmediate)
  assert.deepEqual(finished, [])
})
