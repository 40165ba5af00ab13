import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { startNats, withoutNats } from '../../testing/nats-servers.ts'
import { createGatheredMessages } from './gathered-messages.ts'
import { connectNats } from './nats-connection.ts'

test(
  'gathered messages arrive in their order; one that NATS refuses costs neither the others nor the process',
  { skip: withoutNats },
  async (t) => {
    const nats = await startNats()
    t.after(() => nats.stop())
    const { connection, close } = await connectNats(
      { addresses: [nats.url], credsFile: null, caFile: null, name: 'test' },
      { log: silentLogger, steadyMs: () => performance.now() },
    )
    const warnings: unknown[] = []
    const log = { ...silentLogger, warn: (fields: object) => void warnings.push(fields) }
    const gathered = createGatheredMessages(connection, log)
    const heard: string[] = []
    const all = Promise.withResolvers<void>()
    connection.subscribe('told.*', {
      callback(_error, message) {
        heard.push(message.string())
        if (heard.length === 3) all.resolve()
      },
    })
    await connection.flush()
    gathered.publish('told.a', 'first')
    gathered.publish('told.b', 'x'.repeat((connection.info?.max_payload ?? 0) + 1))
    gathered.publish('told.b', 'second')
    // By their timer, which nobody could catch for.
    gathered.publish('told.a', 'third')
    await all.promise
    assert.deepEqual(heard, ['first', 'second', 'third'])
    assert.equal(warnings.length, 1)
    await close()
    gathered.publish('told.a', 'late')
    gathered.flush()
    assert.equal(warnings.length, 1)
  },
)
