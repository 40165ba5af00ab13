import { cpus, freemem } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

const lookMs = 500
// What a file takes of the processors on average, since most wait for most of their time, and a browser with a service of
// the memory. One more may begin with half of that: what is less than a file needs would stay idle to the end.
const processorsPerFile = 0.4
const bytesPerFile = 3 * 1024 ** 3

export type MachineReading = { idleMs: number; totalMs: number; freeBytes: number }

type Machine = { processors: number; read(): MachineReading; pause(): Promise<void> }

/** Resolves when one more file may begin: true, or false as soon as that is no longer wanted. */
export type SpareProcessors = (isWanted: () => boolean) => Promise<boolean>

/**
 * Lets files begin beside those that run anyway, as far as processors are idle and memory is free. Half of all tests
 * wait for most of their time, for a browser, a process or a limit. Which ones do is measured and written down nowhere.
 */
export function watchSpareProcessors(machine: Machine = thisMachine): SpareProcessors {
  let files = 0
  let nextLook: Promise<void> | null = null

  const look = async (): Promise<void> => {
    const before = machine.read()
    await machine.pause()
    const after = machine.read()
    nextLook = null
    const idle = (after.idleMs - before.idleMs) / (after.totalMs - before.totalMs || Infinity)
    files = Math.min(
      Math.round((idle * machine.processors) / processorsPerFile),
      Math.floor(after.freeBytes / bytesPerFile),
    )
  }

  return async (isWanted) => {
    while (isWanted()) {
      await (nextLook ??= look())
      if (files > 0 && isWanted()) {
        files--
        return true
      }
    }
    return false
  }
}

const thisMachine: Machine = {
  processors: cpus().length,
  read() {
    const times = cpus().map((processor) => processor.times)
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
    return {
      idleMs: sum(times.map(({ idle }) => idle)),
      totalMs: sum(times.flatMap((each) => Object.values(each))),
      freeBytes: freemem(),
    }
  },
  pause: () => wait(lookMs),
}
