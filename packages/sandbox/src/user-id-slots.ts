import { closeSync } from 'node:fs'
import { constants } from 'node:os'
import type { Libc } from './libc.ts'
import { signalProcess } from './process-group.ts'
import { readProcessTable, userIdOf } from './process-table.ts'
import { untilGone } from './until-gone.ts'

const unixFamily = 1
const streamClosedOnExec = 1 | 0o2000000

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
 * takes the claim back when the agent ends, however it ends. Null: somebody else has it. It is a name of a socket at which nobody
 * listens: scripts that share the network of the machine would keep the agent busy with their connections.
 */
export function claimUserIds(
  libc: Pick<Libc, 'call' | 'errno'>,
  { first, last }: UserIds,
): { release(): void } | null {
  const descriptor = libc.call('socket', unixFamily, streamClosedOnExec, 0)
  if (descriptor < 0) throw new Error(`socket failed with error ${libc.errno()}`)
  const address = Buffer.from([unixFamily, 0, 0, ...Buffer.from(`sonde-sandbox-${first}-${last}`)])
  if (libc.call('bind', descriptor, address, address.length) === 0)
    return { release: () => closeSync(descriptor) }
  const error = libc.errno()
  closeSync(descriptor)
  if (error !== constants.errno.EADDRINUSE) throw new Error(`bind failed with error ${error}`)
  return null
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
