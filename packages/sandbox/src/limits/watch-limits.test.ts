import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createDeletedFilesMeter, createFolderMeter, createMemoryMeter } from './watch-limits.ts'

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

test('SI 4: processes are looked at when the machine has less memory, and after a second in any case', () => {
  let [nowMs, available] = [0, 500 * mebibyte]
  const meter = createMemoryMeter({
    limitBytes: 90 * mebibyte,
    now: () => nowMs,
    readAvailable: () => available,
  })
  assert.equal(meter.isUnchanged(), false, 'nobody has looked')
  assert.equal(
    meter.measure(() => 10 * mebibyte),
    10 * mebibyte,
  )
  available -= 9 * mebibyte
  assert.equal(meter.isUnchanged(), true, 'less is missing than would matter')
  available -= mebibyte
  assert.equal(meter.isUnchanged(), false, 'an eighth of what is left is missing')
  meter.measure(() => 10 * mebibyte)
  available += 100 * mebibyte
  assert.equal(meter.isUnchanged(), true)
  available -= 10 * mebibyte
  assert.equal(meter.isUnchanged(), false, 'what others have given back before does not hide it')
  meter.measure(() => {
    available -= 10 * mebibyte
    return 10 * mebibyte
  })
  assert.equal(meter.isUnchanged(), false, 'what is taken while somebody looks')
  meter.measure(() => 82 * mebibyte)
  available -= mebibyte
  assert.equal(meter.isUnchanged(), false, 'the less is left, the less may be missing')
  meter.measure(() => 10 * mebibyte)
  nowMs += 901
  assert.equal(meter.isUnchanged(), false, 'nothing is missing, but a second is over')
  available = Number.NaN
  meter.measure(() => 10 * mebibyte)
  assert.equal(meter.isUnchanged(), false, 'a machine that does not tell')
})

test('SI 4: open files without a name are looked at when memory or disk has less room, and after five seconds in any case', async () => {
  let [nowMs, available, free, looks] = [0, 500 * mebibyte, 900 * mebibyte, 0]
  const measure = createDeletedFilesMeter('/folder', {
    now: () => nowMs,
    readAvailable: () => available,
    freeIn: async () => free,
    read: () => ({ memoryBytes: (looks += 1), diskBytes: 0 }),
  })
  const left = { memoryBytes: 80 * mebibyte, diskBytes: 160 * mebibyte }
  const looked = async () => (await measure([1], left)).memoryBytes

  assert.equal(await looked(), 1)
  nowMs = 4_000
  available -= 9 * mebibyte
  free -= 19 * mebibyte
  assert.equal(await looked(), 1, 'less is missing than would matter')
  available -= mebibyte
  assert.equal(await looked(), 2, 'an eighth of the memory that is left is missing')
  free -= 19 * mebibyte
  assert.equal(await looked(), 2)
  free -= mebibyte
  assert.equal(await looked(), 3, 'an eighth of the disk that is left is missing')
  available += 100 * mebibyte
  assert.equal(await looked(), 3)
  available -= 10 * mebibyte
  assert.equal(await looked(), 4, 'what others have given back before does not hide it')
  left.memoryBytes = 8 * mebibyte
  available -= mebibyte
  assert.equal(await looked(), 5, 'the less is left, the less may be missing')
  nowMs += 4_999
  assert.equal(await looked(), 5)
  nowMs += 1
  assert.equal(await looked(), 6, 'nothing is missing, but five seconds are over')
  available = Number.NaN
  assert.equal(await looked(), 7, 'a machine that does not tell')
})
