import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { askHealth } from '../../testing/agent-process.ts'
import { startHealthServer } from './health-server.ts'

test('readiness follows what the agent says at once', async (t) => {
  const health = await startHealthServer({ port: 0 })
  t.after(health.close)
  const readiness = async () => (await askHealth(health.port, '/-/readiness'))?.status
  assert.equal(await readiness(), 503)
  health.setState('ready')
  health.noteContact(0)
  assert.equal(await readiness(), 200)
  health.noteContact(400_000)
  assert.equal(await readiness(), 503)
  health.noteContact(0)
  health.setState('draining')
  assert.equal(await readiness(), 503)
  assert.equal((await askHealth(health.port, '/-/liveness'))?.status, 200)
})

test('probes are answered while the main thread is stuck', async (t) => {
  const program = fileURLToPath(new URL('../../testing/busy-agent.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  const [port] = await once(child.stdout, 'data')
  assert.equal((await askHealth(Number(port), '/-/liveness'))?.status, 200)
})
