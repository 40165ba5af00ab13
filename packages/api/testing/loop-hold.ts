import { cpuMs } from '@sonde/ground/testing/growth.ts'
import { turnsOf } from '@sonde/ground/testing/turns.ts'

const referenceText = `[${'{"a":1},'.repeat(100_000)}{}]`
/** What parsing it takes on the machine that the limits of tests were written on, when that is quiet. */
const referenceMs = 12

/** How many times slower than that this machine is now; at least 1. */
export function slownessOfMachine(): number {
  const tries = Array.from({ length: 3 }, () => cpuMs(() => JSON.parse(referenceText)))
  return Math.max(1, Math.min(...tries) / referenceMs)
}

/** The most processor time that one turn of the loop of this thread takes meanwhile: other programs do not count. */
export async function longestTurnMs(act: () => Promise<unknown>): Promise<number> {
  return (await turnsOf(act)).longestMs
}
