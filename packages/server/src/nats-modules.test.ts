import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

test('case 1: a server without NATS_URL loads nothing of NATS', () => {
  const load = `
    const { createRequire } = await import('node:module')
    await import(${JSON.stringify(join(import.meta.dirname, 'start-server.ts'))})
    const loaded = Object.keys(createRequire(import.meta.url).cache)
    if (loaded.length === 0) throw new Error('nothing is known to be loaded')
    process.stdout.write(loaded.filter((path) => path.includes('@nats-io')).join(' ') || 'none')`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', load], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  })
  assert.equal(stdout, 'none', stderr)
})
