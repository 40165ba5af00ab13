import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { createDependencyCache, dependencyKey, type DependencyOrder } from './dependency-cache.ts'
import { TransportFailure } from '../service/transport.ts'
import { createFileCache } from './file-cache.ts'
import { createServiceDependencies } from './service-dependencies.ts'

const order: DependencyOrder = {
  accountId: 'a',
  cacheHash: 'c0ffee',
  installCommand: 'npm install --include=dev',
  workingDir: '',
  engine: 'node 24.21.0',
  packageManager: 'npm',
}

async function under(t: TestContext, now = () => Date.now()) {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-dependencies-'))
  t.after(() => rm(folder, { recursive: true }))
  const files = createFileCache({ folder: join(folder, 'files'), mostBytes: 1_000_000, now })
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

test('5.5: an entry that nobody has used for 30 days is gone, one that was used stays', async (t) => {
  let at = Date.now()
  const { folder, cache } = await under(t, () => at)
  const [used, unused, late] = ['a', 'b', 'c'].map((accountId) => dependencyKey({ ...order, accountId }))
  assert.ok(used !== undefined && unused !== undefined && late !== undefined)
  for (const key of [used, unused]) await cache.store(key, Readable.from([Buffer.from(key)]))
  at += 20 * dayMs
  assert.ok((await cache.find(used)) !== null)
  at += 11 * dayMs
  await cache.store(late, Readable.from([Buffer.from('late')]))
  assert.deepEqual((await readdir(join(folder, 'files'))).toSorted(), [used, late].toSorted())
  assert.equal(await cache.find(unused), null)
  assert.deepEqual((await readdir(join(folder, 'digests'))).toSorted(), [used, late].toSorted())
})

test('case 14: what the service cannot give in three tries, or gives with other bytes, is installed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-service-dependencies-'))
  t.after(() => rm(folder, { recursive: true }))
  const pauses: number[] = []
  const warnings: string[] = []
  let fetches = 0
  let answer: () => { sha256: string; body: Readable } | null = () => {
    throw new TransportFailure('unavailable', '500')
  }
  const cache = createServiceDependencies({
    transport: {
      async fetch() {
        fetches += 1
        return answer()
      },
      async store() {},
      async drop() {},
    },
    files: createFileCache({ folder, mostBytes: 1_000, now: () => Date.now() }),
    mostBytes: 1_000,
    waitMs: 1_000,
    onWarning: (text) => warnings.push(text),
    pauseMs: async (milliseconds) => void pauses.push(milliseconds),
  })('ticket')
  const key = dependencyKey(order)
  assert.equal(await cache.find(key), null)
  assert.deepEqual([fetches, pauses, warnings.length], [3, [1_000, 2_000], 1])
  const content = Buffer.from('packages')
  answer = () => ({ sha256: 'f'.repeat(64), body: Readable.from([content]) })
  assert.equal(await cache.find(key), null)
  answer = () => ({ sha256: hash('sha256', content), body: Readable.from([content]) })
  const path = await cache.find(key)
  assert.equal(await readFile(path ?? '', 'utf8'), 'packages')
  answer = () => null
  assert.equal(await cache.find(key), null, 'the service alone says what there is')
})
