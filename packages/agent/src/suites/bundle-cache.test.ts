import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { createBundleCache } from './bundle-cache.ts'
import { createFileCache } from './file-cache.ts'

const { signal } = new AbortController()

async function under(t: TestContext, mostBytes = 1_000_000) {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-bundles-'))
  t.after(() => rm(folder, { recursive: true }))
  const open = () => createBundleCache(createFileCache({ folder, mostBytes, now: () => Date.now() }))
  const bundles = open()
  let fetched = 0
  const read = (content: Buffer, sent: Buffer | null = content) =>
    bundles.read(
      { sha256: hash('sha256', content), bytes: content.length },
      async () => {
        fetched += 1
        return sent === null ? null : Readable.from([sent.subarray(0, 10), sent.subarray(10)])
      },
      signal,
    )
  return { folder, open, read, fetched: () => fetched }
}

test('a bundle is fetched once, also by runs that want it at the same time', async (t) => {
  const { read, fetched } = await under(t)
  const content = randomBytes(10_000)
  const answers = await Promise.all([read(content), read(content), read(content)])
  for (const answer of answers) {
    assert.ok(answer.kind === 'found')
    assert.deepEqual(await readFile(answer.path), content)
  }
  assert.equal(fetched(), 1)
  await read(content)
  assert.equal(fetched(), 1)
})

test('one that was changed on the disk is fetched anew, and one that is not what it should be is not taken', async (t) => {
  const { folder, read, fetched } = await under(t)
  const content = randomBytes(1_000)
  await read(content)
  await writeFile(join(folder, hash('sha256', content)), 'something else')
  assert.equal((await read(content)).kind, 'found')
  assert.equal(fetched(), 2)
  const other = randomBytes(1_000)
  const wrong = await read(other, randomBytes(1_000))
  assert.ok(wrong.kind === 'missing' && wrong.why.includes('another hash'))
  const long = await read(other, randomBytes(1_001))
  assert.ok(long.kind === 'missing' && long.why.includes('more than 1000 bytes'))
  assert.equal((await read(other, null)).kind, 'missing')
  assert.deepEqual(await readdir(folder), [hash('sha256', content)])
})

test('the one that was not used for the longest time makes room', async (t) => {
  const { folder, read } = await under(t, 2_500)
  const [first, second, third] = [randomBytes(1_000), randomBytes(1_000), randomBytes(1_000)]
  for (const [content, at] of [
    [first, 1_000],
    [second, 2_000],
  ] as const) {
    await read(content)
    await utimes(join(folder, hash('sha256', content)), at, at)
  }
  await read(first)
  await read(third)
  const left = await readdir(folder)
  assert.deepEqual(left.toSorted(), [first, third].map((content) => hash('sha256', content)).toSorted())
})

test('what an agent that was killed had begun is removed', async (t) => {
  const { folder, open } = await under(t)
  await writeFile(join(folder, `${'a'.repeat(64)}.part-1-1`), 'half')
  await open().read({ sha256: 'b'.repeat(64), bytes: 1 }, async () => null, signal)
  assert.deepEqual(await readdir(folder), [])
})
