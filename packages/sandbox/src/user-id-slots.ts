import { createServer } from 'node:net'
import { signalProcess } from './process-group.ts'
import { readProcessTable, userIdOf } from './process-table.ts'
import { untilGone } from './until-gone.ts'

export type UserIds = { first: number; last: number }

/** A user id that one run has to itself. */
export type Slot = { uid: number }

export type UserIdSlots = {
  /** Null: all are taken, or out of use. */
  take(): Slot | null
  /** A slot of which something has survived is taken out of use: the next run would not be alone. */
  giveBack(slot: Slot, state: { survivors: boolean }): void
  readonly outOfUse: number
  readonly size: number
}

/** `64100-64199`, a setting; null when the text is no range of ordinary user ids. */
export function parseUserIds(text: string): UserIds | null {
  const match = /^(\d{1,10})-(\d{1,10})$/.exec(text)
  if (match === null) return null
  const [first, last] = [Number(match[1]), Number(match[2])]
  return first >= 1000 && last >= first && last - first < 10_000 && last < 2 ** 31 ? { first, last } : null
}

/** `onLost`: a slot was taken out of use. */
export function createUserIdSlots(
  { first, last }: UserIds,
  onLost: (slot: Slot) => void = () => {},
): UserIdSlots {
  const free = Array.from({ length: last - first + 1 }, (_, index): Slot => ({ uid: first + index }))
  let outOfUse = 0
  return {
    size: free.length,
    take: () => free.shift() ?? null,
    giveBack(slot, { survivors }) {
      if (!survivors) return void free.push(slot)
      outOfUse += 1
      onLost(slot)
    },
    get outOfUse() {
      return outOfUse
    },
  }
}

/**
 * Makes sure that no other agent of this machine uses the ids: each would take the other's runs for leftovers. The kernel
 * takes the claim back when the agent ends, however it ends. Null: somebody else has it.
 */
export async function claimUserIds({ first, last }: UserIds): Promise<{ release(): Promise<void> } | null> {
  const server = createServer((connection) => connection.destroy())
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  server.once('error', (error) => {
    if ('code' in error && error.code === 'EADDRINUSE') resolve(false)
    else reject(error)
  })
  server.listen(`\0sonde-sandbox-${first}-${last}`, () => resolve(true))
  if (!(await promise)) return null
  server.unref()
  return { release: async () => server[Symbol.asyncDispose]() }
}

/** Ends what an agent that was killed has left behind. */
export async function endLeftovers({ first, last }: UserIds): Promise<boolean> {
  return untilGone(() => {
    const left = readProcessTable().filter(({ pid, isZombie }) => {
      const uid = isZombie ? null : userIdOf(pid)
      return uid !== null && uid >= first && uid <= last
    })
    for (const { pid } of left) signalProcess(pid, 'SIGKILL')
    return left.length === 0
  })
}
