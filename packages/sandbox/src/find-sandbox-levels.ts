import { accessSync, constants, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '@sonde/ground/logger.ts'
import { findProgram } from './find-program.ts'
import { lacking, offerIfItWorks, type LevelOffer } from './level-trial.ts'
import { createLandlockLevel, createUserLevel } from './launched-level.ts'
import { loadLibc, type Libc } from './libc.ts'
import { createNamespacesLevel } from './namespaces-level.ts'
import { findOwnGroup, markReader, readOwnPlace } from './limits/own-group.ts'
import { createProcessLevel } from './process-level.ts'
import { type GroupLimiter, type RunGroups, startRunGroups } from './limits/run-groups.ts'
import type { SandboxSetting } from './sandbox.ts'
import { thisArchitecture, type Architecture } from './system-calls.ts'
import { claimUserIds, createUserIdSlots, endLeftovers, type UserIds } from './user-id-slots.ts'

export type SandboxOffers = {
  /** Best first. */
  offers: LevelOffer[]
  /** User ids of which something could not be ended, and how many there are; null: none are used. */
  slots(): { outOfUse: number; size: number } | null
  /** What the kernel keeps for each run as a whole; or why runs have no groups of their own. */
  groups: { limiters: readonly GroupLimiter[] } | { missing: string }
  /** Lets another agent have the user ids. */
  release(): Promise<void>
}

export type FindOptions = {
  /** Where the folders of runs are made. Users of the slots must be able to reach it. */
  folders: string
  userIds: UserIds
  log: Logger
  /** Only this one is tried, or, with `auto`, as many as it takes to find one. Absent: all of them. */
  wanted?: SandboxSetting
  /** Called when something of a run could not be ended, and its user id is out of use. */
  onSlotLost?: () => void
  /** Where programs are looked for, like the variable `PATH`. */
  searchPath?: string
}

/** Which levels this machine offers, found out by starting something at each of them. */
export async function findSandboxLevels(options: FindOptions): Promise<SandboxOffers> {
  const noBoundary: LevelOffer = { name: 'process', level: createProcessLevel(options), missing: null }
  const architecture = process.platform === 'linux' ? thisArchitecture() : null
  if (architecture === null) {
    const missing = 'it needs Linux on x86_64 or aarch64'
    const names = ['namespaces', 'user', 'landlock'] as const
    return {
      offers: [...names.map((name) => ({ name, level: null, missing })), noBoundary],
      slots: () => null,
      groups: { missing },
      release: async () => {},
    }
  }

  const libc = loadLibc(architecture)
  const found = await startRunGroups(findOwnGroup(readOwnPlace(), markReader(libc)), options.log)
  const groups = 'missing' in found ? null : found
  const common = { ...options, architecture, libc, landlockVersion: landlockVersion(libc), groups }
  const rights = mayChangeUsers()
  const claim = rights ? await claimUserIds(libc, options.userIds) : null
  const onLost = ({ uid }: { uid: number }) => {
    options.log.error({ uid }, 'Processes of a scripted run could not be ended: its user id is out of use')
    options.onSlotLost?.()
  }
  const isTaken = rights && claim === null
  const slots = claim === null ? null : createUserIdSlots(options.userIds, onLost)
  if (claim !== null) await endLeftovers(options.userIds)
  const obstacle = isTaken
    ? `the user ids ${options.userIds.first}-${options.userIds.last} are used by another agent: set SANDBOX_UIDS to others`
    : null
  const tries = {
    namespaces: async () =>
      obstacle === null ? await offerNamespaces({ ...common, slots }) : lacking('namespaces', obstacle),
    user: async () => (obstacle === null ? await offerUser({ ...common, slots }) : lacking('user', obstacle)),
    landlock: () => offerLandlock(common),
  }
  const offers: LevelOffer[] = []
  for (const [name, offer] of Object.entries(tries)) {
    if (options.wanted !== undefined && options.wanted !== 'auto' && options.wanted !== name) continue
    offers.push(await offer())
    if (options.wanted === 'auto' && offers.at(-1)?.level !== null) break
  }
  return {
    offers: [...offers, noBoundary],
    slots: () => slots,
    groups: found,
    release: async () => claim?.release(),
  }
}

type Common = FindOptions & {
  architecture: Architecture
  libc: Libc
  landlockVersion: number
  groups: RunGroups | null
}
type WithSlots = Common & { slots: ReturnType<typeof createUserIdSlots> | null }

async function offerNamespaces(options: WithSlots): Promise<LevelOffer> {
  const bwrap = findProgram('bwrap', options.searchPath)
  if (bwrap === null) return lacking('namespaces', 'bwrap is not installed: apt-get install bubblewrap')
  const offer = await offerIfItWorks(createNamespacesLevel({ ...options, bwrap }))
  if (offer.missing === null || !/namespace|not permitted|No permission/i.test(offer.missing)) return offer
  return lacking('namespaces', `user namespaces are not allowed here (${offer.missing})`)
}

async function offerUser(options: WithSlots): Promise<LevelOffer> {
  const { slots } = options
  if (slots === null)
    return lacking('user', 'the agent is neither root nor has the capabilities SETUID, SETGID and KILL')
  if (options.landlockVersion < 1) return lacking('user', 'the kernel has no Landlock: it needs Linux 5.13')
  return offerIfItWorks(createUserLevel({ ...options, slots }))
}

async function offerLandlock(options: Common): Promise<LevelOffer> {
  if (process.getuid?.() === 0) return lacking('landlock', 'it is for agents that are not root')
  if (options.landlockVersion < 6)
    return lacking('landlock', 'Landlock of the kernel is too old or switched off: it needs Linux 6.12')
  const socket = containerSockets().find(isWritable)
  if (socket !== undefined)
    return lacking('landlock', `the agent's user may write to ${socket}, and scripts could too`)
  return offerIfItWorks(createLandlockLevel(options))
}

/** Of the kernel; 0: it has none, or does not let us. */
function landlockVersion(libc: Libc): number {
  const version = 1
  return Math.max(0, libc.call('landlock_create_ruleset', 0, 0, version))
}

/** KILL, SETGID and SETUID. */
const neededCapabilities = (1n << 5n) | (1n << 6n) | (1n << 7n)

function mayChangeUsers(): boolean {
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]
  return effective !== undefined && (BigInt(`0x${effective}`) & neededCapabilities) === neededCapabilities
}

/** Whoever may write to one of these is root on the machine, a moment later. */
function containerSockets(): string[] {
  const personal = process.env['XDG_RUNTIME_DIR']
  return [
    '/run/docker.sock',
    '/run/podman/podman.sock',
    '/run/containerd/containerd.sock',
    '/run/crio/crio.sock',
    ...(personal === undefined ? [] : [join(personal, 'docker.sock'), join(personal, 'podman/podman.sock')]),
  ]
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
