import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { createSandboxPool } from './sandbox-pool.ts'

function poolOf({ size, wasReady }: { size: number; wasReady: boolean }) {
  const started: ReturnType<typeof createProcess>[] = []
  function createProcess(number: number) {
    const { promise: over, resolve: die } = Promise.withResolvers<string>()
    return { number, over, die, wasReady, kill: async () => die('it was ended') }
  }
  const start = async () => {
    const process = createProcess(started.length + 1)
    started.push(process)
    return process
  }
  return { pool: createSandboxPool({ size, start, log: silentLogger }), started }
}

test('SI 10.24: a sandbox that died while it waited is replaced, and nobody is given it', async () => {
  const { pool, started } = poolOf({ size: 1, wasReady: true })
  assert.equal((await pool.take()).number, 1)
  await nextTurn()
  assert.equal(pool.size, 1)
  started[1]?.die('killed')
  await nextTurn()
  assert.deepEqual([pool.size, started.length], [1, 3])
  assert.equal((await pool.take()).number, 3)
  await pool.close()
})

test('sandboxes that die before they are of any use are not replaced without end', async () => {
  const { pool, started } = poolOf({ size: 1, wasReady: false })
  await pool.take()
  await nextTurn()
  started[1]?.die('it cannot start')
  await nextTurn()
  assert.deepEqual([pool.size, started.length], [0, 2])
  await pool.close()
})
