import { closeSync, readlinkSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Libc } from './libc.ts'
import { signalProcess } from './process-group.ts'
import { readOrNull, readProcessTable, userIdOf } from './process-table.ts'
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
 *
 * Such names are those of one network, while processes are ended by whoever sees them, whatever network they have. So the claim is made
 * first and looked for in the networks of all others afterwards: of two agents at least one sees the other. Where both do, each
 * tries again after a while of its own.
 */
export async function claimUserIds(
  libc: Pick<Libc, 'call' | 'errno'>,
  ids: UserIds,
  pause = () => delay(100 + Math.random() * 400),
): Promise<{ release(): void } | null> {
  for (let tries = 1; ; tries += 1) {
    const claim = claimInOwnNetwork(libc, ids)
    if (claim === null) return null
    if (!isClaimedElsewhere(ids, readlinkSync(`/proc/self/fd/${claim}`)))
      return { release: () => closeSync(claim) }
    closeSync(claim)
    if (tries === mostTries) return null
    await pause()
  }
}

const mostTries = 4

/** The descriptor that has the name. */
function claimInOwnNetwork(libc: Pick<Libc, 'call' | 'errno'>, { first, last }: UserIds): number | null {
  const descriptor = libc.call('socket', unixFamily, streamClosedOnExec, 0)
  if (descriptor < 0) throw new Error(`socket failed with error ${libc.errno()}`)
  const address = Buffer.from([unixFamily, 0, 0, ...Buffer.from(`sonde-sandbox-${first}-${last}`)])
  if (libc.call('bind', descriptor, address, address.length) === 0) return descriptor
  const error = libc.errno()
  closeSync(descriptor)
  if (error !== constants.errno.EADDRINUSE) throw new Error(`bind failed with error ${error}`)
  return null
}

/** As the kernel lists it: the number of the socket, and its name. */
const listedClaim = /(\d+) @sonde-sandbox-(\d+)-(\d+)$/

/**
 * Whether another socket than this has the name of any of the ids. Every process shows the names of its network. Those of runs are left
 * out: a script has a network of its own, perhaps, and may name its sockets as it likes.
 */
function isClaimedElsewhere(ids: UserIds, socket: string): boolean {
  const own = /\d+/.exec(socket)?.[0]
  const seen = new Set<string>()
  for (const { pid, isZombie } of readProcessTable()) {
    const uid = isZombie ? null : userIdOf(pid)
    if (uid === null || isOneOf(ids, uid)) continue
    const network = networkOf(pid)
    if (network !== null && seen.has(network)) continue
    if (network !== null) seen.add(network)
    for (const line of (readOrNull(`/proc/${pid}/net/unix`) ?? '').split('\n')) {
      const [, listed, first, last] = listedClaim.exec(line) ?? []
      if (listed === undefined || listed === own) continue
      if (Number(first) <= ids.last && Number(last) >= ids.first) return true
    }
  }
  return false
}

/** Null: it is not ours to know. */
function networkOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`)
  } catch {
    return null
  }
}

function isOneOf({ first, last }: UserIds, uid: number): boolean {
  return uid >= first && uid <= last
}

/** Ends what an agent that was killed has left behind. */
export async function endLeftovers(ids: UserIds): Promise<boolean> {
  return untilGone(() => {
    const left = readProcessTable().filter(({ pid, isZombie }) => {
      const uid = isZombie ? null : userIdOf(pid)
      return uid !== null && isOneOf(ids, uid)
    })
    for (const { pid } of left) signalProcess(pid, 'SIGKILL')
    return left.length === 0
  })
}
