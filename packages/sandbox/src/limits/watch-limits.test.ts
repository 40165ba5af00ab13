import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFolderMeter } from './watch-limits.ts'

const mebibyte = 2 ** 20

test('SI 4: files are counted anew when the disk has less room, and after a while in any case', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-meter-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  let [nowMs, free] = [0, 500 * mebibyte]
  const limitBytes = 80 * mebibyte
  const measure = createFolderMeter(folder, { limitBytes, now: () => nowMs, freeIn: async () => free })
  const add = (name: string) => writeFileSync(join(folder, name), Buffer.alloc(2 * mebibyte, 1))
  const inMebibytes = async () => Math.round((await measure()) / mebibyte)

  mkdirSync(join(folder, 'inside'))
  add('inside/one')
  assert.equal(await inMebibytes(), 2)
  add('two')
  nowMs = 9_000
  free -= 5 * mebibyte
  assert.equal(await inMebibytes(), 2, 'less is missing than would matter')
  free -= 5 * mebibyte
  assert.equal(await inMebibytes(), 4, 'an eighth of what is left is missing')
  add('three')
  nowMs += 9_000
  free += 100 * mebibyte
  assert.equal(await inMebibytes(), 4)
  free -= 10 * mebibyte
  assert.equal(await inMebibytes(), 6, 'what others have removed before does not hide it')
  add('four')
  nowMs += 9_000
  assert.equal(await inMebibytes(), 6)
  nowMs += 1_000
  assert.equal(await inMebibytes(), 8, 'nothing is missing, but ten seconds are over')
  add('five')
  free = Number.NaN
  assert.equal(await inMebibytes(), 10, 'a file system that does not tell')
})
