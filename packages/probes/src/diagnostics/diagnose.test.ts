import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { denyTargets } from '../denied-targets.ts'
import type { ResolveName } from '../resolve-name.ts'
import { diagnoseTarget } from './diagnose.ts'

const itself: ResolveName = async (address, family) => ({ kind: 'resolved', address, family, durationMs: 0 })

test('a target that no check may look at is not looked at more closely', async (t) => {
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  let connections = 0
  let traces = 0
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const { port } = address
  const look = (resolveName: ResolveName) =>
    diagnoseTarget(
      { host: 'localhost', address: '127.0.0.1', port, family: 'IPv4' },
      {
        now: Date.now,
        resolveName,
        traceroute: {
          capability: { isSupported: true, hasRawSockets: true, missing: [] },
          trace: async () => {
            traces += 1
            return {
              hops: [],
              triedHops: 1,
              reason: 'destinationReached',
              refusal: null,
              noiseMs: null,
              hasKernelTimes: false,
            }
          },
          close: async () => undefined,
        },
      },
      new AbortController().signal,
    )
  const denied = denyTargets(itself, { ranges: ['127.0.0.0/8'], metadata: false })
  assert.deepEqual(await look(denied), [])
  assert.deepEqual([connections, traces], [0, 0])
  const files = await look(itself)
  assert.ok(files.some(({ name }) => name === 'traceroute.json'))
  assert.equal(traces, 1)
})
