import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { onData, tcpConfig, tcpDocument } from '@sonde/verdict/testing/tcp-run.ts'
import { createEvaluationThread, type EvaluationTask } from './evaluation-thread.ts'

const { signal } = new AbortController()

/** Half of what a verdict may cost: a large pattern on a long text. */
function heavyTask(): EvaluationTask {
  const assertion = onData('NOT_EMPTY', '', '([a-c]|[b-d]){1,100}[^a-z]')
  return {
    checkType: 'TCP',
    config: tcpConfig({ request: { assertions: [assertion] } }),
    measured: {
      outcome: { kind: 'answered', document: tcpDocument('a'.repeat(50_000)) },
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
        'its thread broke down: broken',
        'answered three',
      ],
    )
  })

  test('of a run that was given up meanwhile are not begun', async () => {
    const thread = createEvaluationThread({ idleMs: 1 })
    const given = await thread.evaluate(heavyTask(), AbortSignal.abort())
    assert.deepEqual(given, { kind: 'failed', why: 'the run was given up' })
    await sleep(10)
    assert.equal((await thread.evaluate(heavyTask(), signal)).kind, 'evaluated')
  })
})
