import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

test('case 1: a server without NATS_URL loads nothing of NATS, and no server the client behind fetch', () => {
  const load = `
    const { createRequire } = await import('node:module')
    await import(${JSON.stringify(join(import.meta.dirname, 'start-server.ts'))})
    const loaded = [...Object.keys(createRequire(import.meta.url).cache), ...process.moduleLoadList]
    for (const name of ['node_modules/fastify/', 'NativeModule http']) {
      if (!loaded.some((path) => path.includes(name))) throw new Error(name + ' is not known to be loaded')
    }
    const unwanted = loaded.filter((path) => path.includes('@nats-io') || path.includes('deps/undici'))
    process.stdout.write(unwanted.join(' ') || 'none')`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', load], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  })
  assert.equal(stdout, 'none', stderr)
})
