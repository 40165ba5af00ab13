import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { FailedTarget } from '@sonde/probes/diagnostics/diagnose.ts'
import type { DiagnosticsRequest, RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { createScrubber } from '@sonde/scrub/scrubber.ts'
import { createTestLog } from '../../testing/agent-under-test.ts'
import { createRunDiagnostics } from './run-diagnostics.ts'

const scrubber = createScrubber(['s3cret-host'])

function runOf(): RunAssignment {
  return {
    runId: randomUUID(),
    attempt: 1,
    leaseId: 'l',
    leaseEndsAt: 0,
    ticket: 't',
    checkId: randomUUID(),
    checkType: 'URL',
    location: 'eu-west-1',
    queue: 'uptime',
    scheduledAt: 0,
    config: {},
  }
}

function target(port: number): FailedTarget {
  return { host: 'h.test', address: '127.0.0.1', port, family: 'IPv4' }
}

function underTest() {
  const sent: DiagnosticsRequest[] = []
  const looked: { port: number; finish: () => void }[] = []
  const settled = Promise.withResolvers<void>()
  const diagnostics = createRunDiagnostics({
    diagnose: ({ port }, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        looked.push({
          port,
          finish: () =>
            resolve([
              {
                name: 'traceroute.json',
                type: 'report',
                contentType: 'application/json',
                content: 's3cret-host',
              },
            ]),
        })
      }),
    send: async (body) => {
      sent.push(body)
      settled.resolve()
    },
    log: createTestLog().log,
  })
  return { diagnostics, sent, looked, settled: settled.promise }
}

test('what was found is sent once the service has the result, with secrets masked', async () => {
  const { diagnostics, sent, looked, settled } = underTest()
  const run = runOf()
  diagnostics.noteFailure(run, target(1), scrubber)
  looked[0]?.finish()
  await new Promise(setImmediate)
  assert.equal(sent.length, 0)
  diagnostics.noteStored(run)
  await settled
  assert.equal(sent[0]?.runId, run.runId)
  const content = Buffer.from(sent[0]?.assets[0]?.content ?? '', 'base64').toString()
  assert.equal(content, '*********')
})

test('a result that is stored first is waited for no more', async () => {
  const { diagnostics, sent, looked, settled } = underTest()
  const run = runOf()
  diagnostics.noteFailure(run, target(1), scrubber)
  diagnostics.noteStored(run)
  looked[0]?.finish()
  await settled
  assert.equal(sent.length, 1)
})

test('one target is looked at once a minute, and few targets at a time', () => {
  const { diagnostics, looked } = underTest()
  for (const port of [1, 1, 2, 3, 4, 5, 6]) diagnostics.noteFailure(runOf(), target(port), scrubber)
  assert.deepEqual(
    looked.map(({ port }) => port),
    [1, 2, 3, 4],
  )
})

test('an agent that stops looks at nothing any more', async () => {
  const { diagnostics, sent, looked } = underTest()
  const run = runOf()
  diagnostics.noteFailure(run, target(1), scrubber)
  diagnostics.stop()
  diagnostics.noteStored(run)
  await new Promise(setImmediate)
  diagnostics.noteFailure(runOf(), target(2), scrubber)
  assert.deepEqual([sent.length, looked.length], [0, 1])
})
