import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { LogRequest, RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { createRunScrubbers, runSecrets } from '../runs/run-scrubbers.ts'
import { createLiveLog } from './live-log.ts'

function watchedRun(
  fields: Partial<RunAssignment> = {},
  variables: Record<string, string> = {},
): RunAssignment {
  return {
    runId: '0198c0de-0000-7000-8000-000000000001',
    attempt: 1,
    leaseId: 'lease',
    leaseEndsAt: 0,
    ticket: 'ticket',
    checkId: '0198c0de-0000-7000-8000-000000000002',
    checkType: 'API',
    location: 'eu-west-1',
    queue: 'script',
    scheduledAt: 0,
    config: {},
    script: {
      runtimeId: '2026.04',
      setup: [],
      teardown: [],
      files: [],
      variables,
      secretVariables: Object.keys(variables),
    },
    isWatched: true,
    ...fields,
  }
}

/** A live log whose messages are answered one by one, when the test says so. */
function underTest(run: RunAssignment) {
  const sent: LogRequest[] = []
  let next = Promise.withResolvers<void>()
  let answer = Promise.withResolvers<void>()
  const log = createLiveLog(run, {
    send(body) {
      sent.push(body)
      answer = Promise.withResolvers()
      next.resolve()
      return answer.promise
    },
    scrubberOf: createRunScrubbers([]),
    secrets: runSecrets(run),
    afterMs: 0,
  })
  return {
    log,
    sent,
    print: (...texts: string[]) => {
      for (const msg of texts) log.add({ part: 'setup', time: 1, level: 'INFO', msg })
    },
    async message(): Promise<LogRequest | undefined> {
      await next.promise
      next = Promise.withResolvers()
      return sent.at(-1)
    },
    answer: () => answer.resolve(),
    /** Resolves after the log has heard of it, who waits for the same promise since before. */
    async refuse() {
      answer.reject(new Error('away'))
      await Promise.allSettled([answer.promise])
    },
  }
}

const textsIn = (body: LogRequest | undefined) => body?.lines.map(({ msg }) => msg)

suite('what a run prints, while somebody watches', () => {
  test('is sent some lines at a time, and the next ones when the service has those', async () => {
    const { print, message, answer, log } = underTest(watchedRun())
    print('one', 'two')
    const first = await message()
    assert.deepEqual([first?.from, textsIn(first)], [0, ['one', 'two']])
    print('three')
    answer()
    const second = await message()
    assert.deepEqual([second?.from, textsIn(second)], [2, ['three']])
    log.close()
  })

  test('is masked, also what became secret while it runs', async () => {
    const { print, message, log } = underTest(watchedRun({}, { TOKEN: 'tok-4711-abc' }))
    log.addSecret('made-9000-xyz')
    print('tok-4711-abc and made-9000-xyz')
    assert.deepEqual(textsIn(await message()), ['********* and *********'])
    log.close()
  })

  test('is left to the result when nobody watches, or a secret has several lines', () => {
    for (const run of [
      watchedRun({ isWatched: false }),
      watchedRun({}, { KEY: 'first line\nsecond line' }),
    ]) {
      const { print, sent, log } = underTest(run)
      print('one')
      log.close()
      assert.deepEqual(sent, [])
    }
    const { print, sent, log } = underTest(watchedRun())
    log.addSecret('first line\nsecond line')
    print('first line')
    log.close()
    assert.deepEqual(sent, [])
  })

  test('ends with a message that could not be sent', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { print, refuse, sent } = underTest(watchedRun())
    print('one')
    t.mock.timers.tick(1)
    assert.equal(sent.length, 1)
    await refuse()
    print('two')
    t.mock.timers.tick(1_000)
    assert.equal(sent.length, 1)
  })

  test('takes no more than the service keeps', async () => {
    const { print, message, log } = underTest(watchedRun())
    print(...Array.from({ length: 1_500 }, (_, index) => `line ${index}`))
    assert.equal((await message())?.lines.length, 1_000)
    log.close()
  })
})
