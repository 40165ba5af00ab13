import { createHash } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { QueueLine } from '@sonde/schema/agents/agent-protocol.ts'
import { type CheckType, isCheckType } from '@sonde/schema/check-types/check-type.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { writeTicket } from '../results/ticket.ts'
import { attemptKey, configIn, type Run, type TicketedRun } from '../run.ts'
import { isTicketedRun } from '../run-shape.ts'

/**
 * Runs that wait, and are handed out, together: of one place, line, type and slot. What an agent needs to know travels
 * with them, except what is sealed, which stays so, and what is large, which is read by the number of its snapshot.
 */
export type Parcel = {
  id: string
  slotAt: number
  place: string
  line: QueueLine
  checkType: CheckType
  /** How often its runs were handed out before they were put into this parcel. */
  handedOut: number
  waitingSince: number
  /** The server that published it. */
  publisher: string
  runs: readonly PackedRun[]
}

/** Whole where it has its configuration. */
export type PackedRun = TicketedRun | Run

/** What this program writes and can read. */
const version = 1
/** Most of what NATS costs is by the parcel. */
const mostRuns: Readonly<Record<QueueLine, number>> = { uptime: 200, script: 1, main: 1 }
/** Before it is packed: NATS takes half a megabyte of what is packed, and most of this is the same in every run. */
const mostBytes = 448 * 1024
/** A larger one is read by the number of its snapshot. */
const largestConfig = 8 * 1024
/** What a run takes beside its configuration, about. */
const ticketBytes = 1_200
/** Of what is unpacked: whoever wrote it packed less. */
const mostUnpacked = 4 * 1024 * 1024

/** The parcel was written by a newer program, or by nobody of ours. */
class UnreadableParcel extends Error {}

/** Which runs travel together, in their order. */
export function packRuns<Packed extends PackedRun>(runs: readonly Packed[]): Packed[][] {
  const open = new Map<string, { runs: Packed[]; bytes: number }>()
  const parcels: Packed[][] = []
  for (const run of runs) {
    const { place, queue, checkType, scheduledAt } = run
    const key = `${place} ${queue} ${checkType} ${scheduledAt}`
    const bytes = ticketBytes + Math.min(configText(run).length, largestConfig)
    const last = open.get(key)
    if (last !== undefined && last.runs.length < mostRuns[queue] && last.bytes + bytes <= mostBytes) {
      last.runs.push(run)
      last.bytes += bytes
      continue
    }
    const started = { runs: [run], bytes }
    open.set(key, started)
    parcels.push(started.runs)
  }
  return parcels
}

/** The same for the same attempts: published twice, they are there once. */
export function parcelIdOf(runs: readonly TicketedRun[]): string {
  const keys = runs.map((run) => `${attemptKey(run)}/${run.noisyAttempts}`)
  const [only] = keys
  return keys.length === 1 && only !== undefined
    ? only
    : createHash('sha256').update(keys.join(' ')).digest('base64url')
}

export function packParcel({ runs, ...head }: Parcel): Buffer {
  const text = `{"v":${version},"head":${JSON.stringify(head)},"runs":[${runs.map(textOf).join(',')}]}`
  return zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
}

export function unpackParcel(bytes: Uint8Array): Parcel {
  try {
    const text = zstdDecompressSync(bytes, { maxOutputLength: mostUnpacked }).toString()
    const read: unknown = JSON.parse(text)
    if (!isRecord(read) || read['v'] !== version) {
      throw new UnreadableParcel(`version ${isRecord(read) ? String(read['v']) : 'unknown'}`)
    }
    // Safe because nothing but `packParcel` writes this version: NATS is for our servers alone. What somebody else has put there
    // is kept from going round for ever.
    const { head, runs } = read as { head: Omit<Parcel, 'runs'>; runs: WrittenRun[] }
    if (!isHead(head) || !runs.every(isWritten)) throw new UnreadableParcel('parts are missing')
    return { ...head, runs: runs.map(readRun) }
  } catch (error) {
    if (error instanceof UnreadableParcel) throw error
    throw new UnreadableParcel('not a parcel', { cause: error })
  }
}

function isHead({
  id,
  slotAt,
  place,
  line,
  checkType,
  handedOut,
  waitingSince,
  publisher,
}: Omit<Parcel, 'runs'>) {
  return (
    [id, place, publisher].every((text) => typeof text === 'string') &&
    [slotAt, handedOut, waitingSince].every(Number.isFinite) &&
    Object.hasOwn(mostRuns, line) &&
    isCheckType(checkType)
  )
}

function isWritten({ run, whole }: WrittenRun): boolean {
  return isTicketedRun(run) && (whole === undefined || typeof whole.name === 'string')
}

export function isWhole(run: PackedRun): run is Run {
  return 'config' in run && run.check !== null
}

type WrittenRun = { run: TicketedRun; whole?: Whole }
type Whole = { name: string; config: unknown; sealedSecrets: string | null }

function textOf(run: PackedRun): string {
  const ticket = writeTicket(run)
  const config = configText(run)
  if (!isWhole(run) || config.length > largestConfig) return `{"run":${ticket}}`
  const { check, sealedSecrets } = run
  const rest = JSON.stringify({ name: check.name, sealedSecrets }).slice(1)
  return `{"run":${ticket},"whole":{"config":${config},${rest}}`
}

function readRun({ run, whole }: WrittenRun): PackedRun {
  if (whole === undefined || run.check === null) return run
  const { name, config, sealedSecrets } = whole
  return { ...run, check: { ...run.check, name }, config, sealedSecrets }
}

/** By the configuration itself: the runs of a check share it until it is changed. */
const texts = new WeakMap<object, string>()

function configText(run: PackedRun): string {
  const config = configIn(run)
  if (typeof config !== 'object' || config === null) return JSON.stringify(config) ?? ''
  const known = texts.get(config)
  if (known !== undefined) return known
  const text = JSON.stringify(config)
  texts.set(config, text)
  return text
}
