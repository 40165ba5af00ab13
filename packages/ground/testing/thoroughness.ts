import { createHash } from 'node:crypto'

/**
 * How much of what can be repeated without end a run repeats. `full` by night: every round, case and engine. Otherwise
 * a part of it that the seed chooses: the same seed repeats the same run.
 */
export function createThoroughness({ isFull, seed }: { isFull: boolean; seed: number }) {
  const numberOf = (name: string) => createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE()
  return {
    isFull,

    /** How often something is repeated: a fifth, unless told, of the full number. */
    rounds(full: number, usual = Math.ceil(full / 5)): number {
      return isFull ? full : usual
    },

    /** One of the choices. The name sets apart those who choose from as many. */
    choose<Choice>(name: string, choices: readonly [Choice, ...Choice[]]): Choice {
      return choices[numberOf(name) % choices.length] ?? choices[0]
    },

    /** Of cases that are each for themselves: a fifth, unless told, and by night all, in their order. */
    some<Case>(name: string, cases: readonly Case[], usual = Math.ceil(cases.length / 5)): Case[] {
      if (isFull) return [...cases]
      const first = numberOf(name) % Math.max(cases.length, 1)
      return cases.filter((_, index) => (index - first + cases.length) % cases.length < usual)
    },

    /** Whole numbers from `least` to below `limit`, the same ones for the same seed and name. */
    seededIntegers(name: string): (least: number, limit: number) => number {
      let count = 0
      return (least, limit) => {
        count += 1
        return least + (numberOf(`${name} ${count}`) % (limit - least))
      }
    },
  }
}

/** Of this run: `npm test` and `npm run test:nightly` set and print it. */
export const { isFull, rounds, choose, some, seededIntegers } = createThoroughness({
  isFull: process.env['SONDE_TEST_NIGHTLY'] === 'true',
  seed: Number(process.env['SONDE_TEST_SEED'] ?? '0'),
})
