import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchSpareProcessors } from './spare-processors.ts'

const gigabyte = 1024 ** 3

/** A machine of two processors, of whose time each look finds that much idle and that many bytes free. */
function machineOf(looks: readonly { idle: number; freeGigabytes: number }[]) {
  const seen = { looks: 0, idleMs: 0, totalMs: 0 }
  return {
    seen,
    processors: 2,
    read() {
      const free = looks[Math.min(seen.looks, looks.length) - 1]?.freeGigabytes ?? 0
      return { idleMs: seen.idleMs, totalMs: seen.totalMs, freeBytes: free * gigabyte }
    },
    async pause() {
      const { idle } = looks[seen.looks] ?? { idle: 0 }
      seen.looks++
      seen.idleMs += idle * 500
      seen.totalMs += 2 * 500
    },
  }
}

async function filesGranted(machine: ReturnType<typeof machineOf>, looks: number): Promise<number> {
  const granted = watchSpareProcessors(machine)
  const isWanted = () => machine.seen.looks < looks
  let files = 0
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      if (await granted(isWanted)) files++
    }),
  )
  return files
}

for (const [what, idle, freeGigabytes, files] of [
  ['both processors are idle: all who ask may begin', 2, 16, 4],
  ['0.9 of a processor is idle: two files may begin', 0.9, 16, 2],
  ['a quarter of a processor is idle: one may', 0.25, 16, 1],
  ['less is idle: nobody may', 0.15, 16, 0],
  ['there is memory for one file only', 2, 4, 1],
  ['memory is short', 2, 2, 0],
] as const) {
  test(what, async () => {
    const busy = { idle: 0, freeGigabytes: 16 }
    assert.equal(await filesGranted(machineOf([{ idle, freeGigabytes }, busy, busy]), 3), files)
  })
}

test('what was idle is granted once, and counts no longer when it was not taken', async () => {
  const machine = machineOf([
    { idle: 2, freeGigabytes: 16 },
    { idle: 0, freeGigabytes: 16 },
    { idle: 1, freeGigabytes: 16 },
  ])
  const granted = watchSpareProcessors(machine)
  assert.equal(await granted(() => true), true)
  assert.equal(await granted(() => machine.seen.looks < 2), false)
  assert.equal(await granted(() => true), true)
  assert.equal(machine.seen.looks, 3)
})

test('whoever has nothing more to begin is not kept', async () => {
  const machine = machineOf([])
  assert.equal(await watchSpareProcessors(machine)(() => false), false)
  assert.equal(machine.seen.looks, 0)
})
