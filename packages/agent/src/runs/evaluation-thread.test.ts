import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { onData, tcpConfig, tcpDocument } from '@sonde/verdict/testing/tcp-run.ts'
import { startIcmp } from '@sonde/probes/icmp/start.ts'
import { plainConditions, toolsWith } from '../../testing/probe-tools.ts'
import { createEvaluationThread, type EvaluationTask, type EvaluationThread } from './evaluation-thread.ts'
import { createExecutors } from './executors.ts'

const { signal } = new AbortController()

/** Many letters in no order, which is the most work for a pattern that has to remember where they stood. */
function manyLetters(count: number): string {
  let state = 1
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state % 2 === 0 ? 'a' : 'b'
  }).join('')
}

const text = manyLetters(50_000)
const heavyConfig = tcpConfig({
  maxResponseTime: null,
  degradedResponseTime: null,
  request: { assertions: [onData('NOT_EMPTY', '', '[ab]*a[ab]{200}[c-d]')] },
})

/** Some hundreds of milliseconds, within what a verdict may cost. */
function heavyTask(): EvaluationTask {
  return {
    checkType: 'TCP',
    config: heavyConfig,
    measured: {
      outcome: { kind: 'answered', document: tcpDocument(text) },
      noiseMs: 0,
      hasKernelTimes: true,
    },
  }
}

suite('verdicts that are much work', () => {
  test('are evaluated without the thread that asks for them', async () => {
    const thread = createEvaluationThread()
    const before = { all: process.cpuUsage(), own: process.threadCpuUsage() }
    const replies = await Promise.all([1, 2, 3].map(() => thread.evaluate(heavyTask(), signal)))
    const all = process.cpuUsage(before.all).user
    const own = process.threadCpuUsage(before.own).user
    for (const reply of replies) {
      assert.equal(reply.kind, 'evaluated')
      assert.equal(reply.kind === 'evaluated' && reply.evaluation.verdict.kind, 'failed')
    }
    assert.ok(own < all / 2, `${own / 1_000} of ${all / 1_000} ms`)
  })

  test('are given up when they take too long, and the next one has a thread again', async () => {
    const program = `
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', ({ config }) => {
        if (config === 'stuck') for (;;);
        if (config === 'broken') throw new Error('broken')
        parentPort.postMessage({ kind: 'failed', why: 'answered ' + config })
      })`
    const workerUrl = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
    const thread = createEvaluationThread({ mostMs: 3_000, workerUrl })
    const task = (config: string): EvaluationTask => ({ checkType: 'TCP', config, measured: null })
    const replies = await Promise.all(
      ['one', 'stuck', 'two', 'broken', 'three'].map((config) => thread.evaluate(task(config), signal)),
    )
    assert.deepEqual(
      replies.map((reply) => reply.kind === 'failed' && reply.why),
      [
        'answered one',
        'its assertions took longer than 3000 ms',
        'answered two',
        'the evaluation thread failed: broken',
        'answered three',
      ],
    )
  })

  test('of a run that was given up meanwhile are not begun', async () => {
    const thread = createEvaluationThread()
    const given = await thread.evaluate(heavyTask(), AbortSignal.abort())
    assert.deepEqual(given, { kind: 'failed', why: 'the run was cancelled' })
    assert.equal((await thread.evaluate(heavyTask(), signal)).kind, 'evaluated')
  })

  test('are evaluated by another thread when the first one ended for want of work', async (t) => {
    // Nothing of a thread without work keeps a process alive.
    const alive = setInterval(() => {}, 60_000)
    t.after(() => clearInterval(alive))
    const started = once(process, 'worker')
    const thread = createEvaluationThread({ idleMs: 1 })
    assert.equal((await thread.evaluate(heavyTask(), signal)).kind, 'evaluated')
    const [worker] = await started
    await once(worker, 'exit')
    assert.equal((await thread.evaluate(heavyTask(), signal)).kind, 'evaluated')
  })
})

suite('a run whose verdict is much work', () => {
  async function execute(t: TestContext, thread?: EvaluationThread) {
    const server = createServer((socket) => socket.end(text))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const address = server.address()
    assert.ok(address !== null && typeof address === 'object')
    const icmp = await startIcmp()
    t.after(() => icmp.close())
    const { TCP } = createExecutors(toolsWith(icmp), thread)
    const request = { ...heavyConfig.request, hostname: '127.0.0.1', port: address.port }
    return await TCP({ ...heavyConfig, request }, plainConditions())
  }

  test('does not hold the thread of the agent, and has its verdict', async (t) => {
    const before = { all: process.cpuUsage(), own: process.threadCpuUsage() }
    const { verdict } = await execute(t)
    const all = process.cpuUsage(before.all).user
    const own = process.threadCpuUsage(before.own).user
    assert.match(verdict.reason ?? '', /expected a value not to be empty, but found none$/)
    assert.ok(own < all / 2, `${own / 1_000} of ${all / 1_000} ms`)
  })

  test('has none when it could not be evaluated: that is our trouble', async (t) => {
    const thread: EvaluationThread = { evaluate: async () => ({ kind: 'failed', why: 'it took too long' }) }
    const { verdict, notRunCause } = await execute(t, thread)
    assert.deepEqual([verdict.kind, notRunCause], ['withheld', 'internal'])
    assert.equal(verdict.reason, 'The agent could not evaluate this run: it took too long')
  })
})
