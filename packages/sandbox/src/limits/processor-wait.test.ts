import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from '../find-program.ts'
import { createProcessorWait } from './processor-wait.ts'

/** Seconds of a run: what its processes waited for and used in each of them, in milliseconds. */
function waitOf(seconds: readonly Readonly<Record<number, { delay: number; cpu: number }>>[]): string | null {
  const clock = { ms: 5_000 }
  const sums = new Map<number, { delayMs: number; cpuMs: number }>()
  const wait = createProcessorWait({
    now: () => clock.ms,
    read: (pid) => sums.get(pid) ?? null,
    processors: 2,
  })
  wait.begin()
  for (const second of seconds) {
    clock.ms += 1_000
    for (const [pid, { delay, cpu }] of Object.entries(second)) {
      const before = sums.get(Number(pid)) ?? { delayMs: 0, cpuMs: 0 }
      sums.set(Number(pid), { delayMs: before.delayMs + delay, cpuMs: before.cpuMs + cpu })
    }
    wait.look(Object.keys(second).map(Number))
  }
  return wait.found()
}

const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value)

test('a run that others kept from the processors for most of its time is told so', () => {
  const started = times(9, { 1: { delay: 900, cpu: 60 } })
  const tested = times(21, {
    1: { delay: 0, cpu: 0 },
    2: { delay: 800, cpu: 100 },
    3: { delay: 700, cpu: 90 },
  })
  assert.equal(
    waitOf([...started, ...tested]),
    "The agent's machine was too busy: for 25 of 30 s the run had no processor",
  )
})

test('a wait of seconds is usual', () => {
  assert.equal(waitOf(times(12, { 1: { delay: 990, cpu: 10 } })), null)
})

test('several that wait at the same time have waited once', () => {
  const all = Object.fromEntries(times(10, 0).map((_, index) => [index + 1, { delay: 300, cpu: 30 }]))
  assert.equal(waitOf(times(60, all)), null)
})

test('a run that waits for its own processes has what it needs', () => {
  const busy = Object.fromEntries(times(16, 0).map((_, index) => [index + 1, { delay: 870, cpu: 120 }]))
  assert.equal(waitOf(times(60, busy)), null)
})

test('a run that waits for its target has what it needs, and so has one that nobody counts', () => {
  assert.equal(waitOf(times(60, { 1: { delay: 20, cpu: 10 } })), null)
  assert.equal(waitOf(times(60, {})), null)
})

const taskset = findProgram('taskset')
test(
  'Linux counts the wait of a process beside another one on the same processor',
  { skip: process.platform !== 'linux' || taskset === null },
  async (t) => {
    const loop = (nice: number) => {
      const args = ['-c', '0', 'nice', '-n', String(nice), '/bin/sh', '-c', 'while :; do :; done']
      const child = spawn(taskset ?? '', args, { stdio: 'ignore' })
      t.after(() => child.kill('SIGKILL'))
      return child.pid ?? 0
    }
    const [, pid] = [loop(0), loop(19)]
    const wait = createProcessorWait({ processors: 2, leastMs: 0 })
    wait.begin()
    while (wait.found() === null) {
      await pause(100)
      wait.look([pid])
    }
    assert.match(wait.found() ?? '', /was too busy/)
  },
)
