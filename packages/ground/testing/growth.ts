import assert from 'node:assert/strict'

const timesLarger = 8
// Twice as much for a larger memory to collect, and twice for what a busy machine does to its caches. Work that grows
// with the square of its input would be at 64.
const mostTimesLonger = 4 * timesLarger
const shortestMs = 1
const tries = 3

/**
 * Fails when work on an input of eight times the size takes more than linear time. It compares processor time of this
 * thread and no milliseconds of the clock: it is the same on a slow machine and beside other work.
 */
export function assertLinear(size: number, work: (size: number) => void): void {
  work(size)
  const smallMs = Math.max(
    shortestMs,
    Math.min(...Array.from({ length: tries }, () => cpuMs(() => work(size)))),
  )
  let largeMs = Infinity
  for (let nth = 0; nth < tries && largeMs > mostTimesLonger * smallMs; nth += 1) {
    largeMs = Math.min(
      largeMs,
      cpuMs(() => work(timesLarger * size)),
    )
  }
  assert.ok(
    largeMs <= mostTimesLonger * smallMs,
    `${smallMs.toFixed(1)} ms for ${size}, ${largeMs.toFixed(1)} ms for ${timesLarger} times as much`,
  )
}

/** Processor time of this thread. */
export function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
