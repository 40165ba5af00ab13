import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createCodeCache } from './code-cache.ts'

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-code-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

function fileOf(text: string) {
  const bytes = Buffer.from(text)
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

test('case 74: a file is fetched once, by however many runs and by the next agent that finds it', async (t) => {
  const folder = folderFor(t)
  const file = fileOf('module.exports = 1')
  let fetched = 0
  const fetch = async () => {
    fetched += 1
    return Buffer.from('module.exports = 1')
  }
  const cache = createCodeCache({ folder })
  await Promise.all([cache.read(file, fetch), cache.read(file, fetch)])
  await createCodeCache({ folder }).read(file, fetch)
  assert.equal(fetched, 1)
  assert.equal(statSync(join(folder, file.sha256)).mode & 0o777, 0o400)
})

test('what is not what its hash says is neither used nor kept, wherever it comes from', async (t) => {
  const folder = folderFor(t)
  const file = fileOf('good')
  const cache = createCodeCache({ folder })
  await assert.rejects(
    cache.read(file, async () => Buffer.from('evil')),
    { name: 'WrongCode' },
  )
  assert.deepEqual(readdirSync(folder), [])
  const fetch = async () => Buffer.from('good')
  await cache.read(file, fetch)
  unlinkSync(join(folder, file.sha256))
  writeFileSync(join(folder, file.sha256), 'evil')
  assert.equal((await cache.read(file, fetch)).toString(), 'good')
})

test('one run that may not have a file does not keep another one from it', async (t) => {
  const cache = createCodeCache({ folder: folderFor(t) })
  const file = fileOf('mine')
  const refused = cache.read(file, () => Promise.reject(new Error('not of this run')))
  const allowed = cache.read(file, async () => Buffer.from('mine'))
  await assert.rejects(refused, /not of this run/)
  assert.equal((await allowed).toString(), 'mine')
})

test('when there is no room, what was not used for the longest time goes', async (t) => {
  const folder = folderFor(t)
  const cache = createCodeCache({ folder, mostBytes: 10 })
  const read = (text: string) => cache.read(fileOf(text), async () => Buffer.from(text))
  for (const text of ['aaaa', 'bbbb', 'aaaa', 'cccc']) await read(text)
  assert.deepEqual(readdirSync(folder).toSorted(), [fileOf('aaaa').sha256, fileOf('cccc').sha256].toSorted())
})
