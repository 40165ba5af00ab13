import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { startLoopbackProxy } from '@sonde/store/testing/loopback-proxy.ts'
import { startNats, withoutNats } from '../../testing/nats-servers.ts'
import { connectNats } from './nats-connection.ts'

test(
  'case 42: a node that has fallen silent is gone since it was heard last, not since that was noticed',
  { skip: withoutNats },
  async (t) => {
    const nats = await startNats()
    t.after(() => nats.stop())
    const way = await startLoopbackProxy(nats.url)
    t.after(way.cut)
    const { downMs, reconnects, close } = await connectNats(
      { addresses: [way.url], credsFile: null, caFile: null, name: 'test' },
      { log: silentLogger, steadyMs: () => performance.now() },
    )
    t.after(close)
    assert.equal(downMs(), null)
    way.silence()
    while (downMs() === null) await delay(10)
    // By then it has not answered two pings, a second each.
    assert.ok((downMs() ?? 0) >= 2_000)
    await way.restore()
    while (reconnects() === 0) await delay(10)
    assert.equal(downMs(), null)
  },
)
