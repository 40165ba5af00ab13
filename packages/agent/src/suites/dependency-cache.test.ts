import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { createDependencyCache, dependencyKey, type DependencyOrder } from './dependency-cache.ts'
import { createFileCache } from './file-cache.ts'

const order: DependencyOrder = {
  accountId: 'a',
  cacheHash: 'c0ffee',
  installCommand: 'npm install --include=dev',
  workingDir: '',
  engine: 'node 24.21.0',
  packageManager: 'npm',
}

async function under(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-dependencies-'))
  t.after(() => rm(folder, { recursive: true }))
  const files = createFileCache({ folder: join(folder, 'files'), mostBytes: 1_000_000 })
  const cache = createDependencyCache({ files, digests: join(folder, 'digests'), mostBytes: 1_000 })
  return { folder, cache }
}

test('case 13: whatever changes the packages changes the name of their entry', () => {
  const key = dependencyKey(order)
  assert.equal(dependencyKey({ ...order }), key)
  const others = [
    { cacheHash: 'other' },
    { installCommand: 'npm ci' },
    { workingDir: 'apps/shop' },
    { engine: 'node 26.10.0' },
    { packageManager: 'pnpm' },
  ]
  for (const other of others)
    assert.notEqual(dependencyKey({ ...order, ...other }), key, JSON.stringify(other))
})

test('case 14: an entry of one account is never that of another, however they are written', () => {
  assert.notEqual(dependencyKey({ ...order, accountId: 'b' }), dependencyKey(order))
  // Nothing moves from one field into the next.
  assert.notEqual(
    dependencyKey({ ...order, accountId: 'a","c0', cacheHash: 'ffee' }),
    dependencyKey({ ...order, accountId: 'a', cacheHash: 'c0","ffee' }),
  )
})

test('case 14: an entry that was changed on the disk is not used', async (t) => {
  const { folder, cache } = await under(t)
  const key = dependencyKey(order)
  assert.equal(await cache.find(key), null)
  await cache.store(key, Readable.from([Buffer.from('packages')]))
  const path = await cache.find(key)
  assert.ok(path !== null)
  assert.equal(await readFile(path, 'utf8'), 'packages')
  await writeFile(join(folder, 'files', key), 'poison')
  assert.equal(await cache.find(key), null)
  await cache.store(key, Readable.from([Buffer.from('again')]))
  assert.ok((await cache.find(key)) !== null)
  await cache.invalidate(key)
  assert.equal(await cache.find(key), null)
})

test('an archive that is too large, or breaks off, leaves no entry', async (t) => {
  const { cache } = await under(t)
  const key = dependencyKey(order)
  await cache.store(key, Readable.from([Buffer.from('old')]))
  await assert.rejects(cache.store(key, Readable.from([Buffer.alloc(1_001)])), /more than 1000 bytes/)
  assert.equal(await cache.find(key), null)
})
