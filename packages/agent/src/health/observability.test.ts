import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventsRequest } from '@sonde/schema/agents/agent-protocol.ts'
import { createObservability } from './observability.ts'

function observe(
  options: { isOn?: boolean; send?: (body: EventsRequest) => Promise<void>; nowMs?: () => number } = {},
) {
  const sent: EventsRequest[] = []
  const observability = createObservability({
    isOn: options.isOn ?? true,
    imageVariant: 'main',
    agentRoot: '/agent',
    scrub: (text) => text,
    ...(options.nowMs && { nowMs: options.nowMs }),
    send:
      options.send ??
      (async (body) => {
        sent.push(body)
      }),
  })
  return { observability, sent }
}

test('at most ten events leave in a minute; the others wait, duplicates are counted', async (t) => {
  let now = 0
  const { observability, sent } = observe({ nowMs: () => now })
  t.after(observability.close)
  for (let index = 0; index < 15; index++) {
    for (let time = 0; time < 3; time++) observability.report(failure(`broken part ${letters(index)}`))
  }
  await observability.flush()
  await observability.flush()
  assert.equal(sent.flatMap(({ events }) => events).length, 10)
  assert.ok(sent[0]?.events.every(({ count }) => count === 3))
  observability.report(failure(`broken part ${letters(0)}`))
  now = 59_000
  await observability.flush()
  assert.equal(sent.flatMap(({ events }) => events).length, 10)
  now = 61_000
  await observability.flush()
  assert.equal(sent.flatMap(({ events }) => events).length, 16)
})

test('a failure to send is ignored', async (t) => {
  const { observability } = observe({ send: () => Promise.reject(new Error('away')) })
  t.after(observability.close)
  observability.report(new Error('boom'))
  await observability.flush()
})

test('switched off, nothing is even prepared', async (t) => {
  const { observability, sent } = observe({ isOn: false })
  t.after(observability.close)
  observability.report(new Error('boom'))
  await observability.flush()
  assert.equal(sent.length, 0)
})

test('an event says where it comes from, and nothing about the host', async (t) => {
  const { observability, sent } = observe()
  t.after(observability.close)
  observability.report(new Error('boom'))
  await observability.flush()
  const [event] = sent[0]?.events ?? []
  assert.deepEqual(Object.keys(event ?? {}).toSorted(), [
    'agentVersion',
    'arch',
    'count',
    'imageVariant',
    'message',
    'nodeVersion',
    'platform',
    'stack',
  ])
})

/** Without a stack, so that errors of different lines are told apart by their message alone. */
function failure(message: string): Error {
  const error = new Error(message)
  delete error.stack
  return error
}

/** Words, because the filter may hide numbers. */
function letters(index: number): string {
  return 'abcdefghijklmnopqrstuvwxyz'.charAt(index).repeat(3)
}
