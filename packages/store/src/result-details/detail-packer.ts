import { dayMs } from '@sonde/ground/durations.ts'
import type { MetricValues } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Db } from '../engine/database.ts'
import { encodeDetail, encodePatched, hasReferences } from './detail-codec.ts'
import {
  insertReference,
  type NewReference,
  presentReferences,
  referencesOfChecks,
} from './reference-rows.ts'

/** What is to be stored of one run. */
export type PackableRun = { checkNo: number; checkType: CheckType; location: string; scheduledAt: number }
export type PackableDetail = { detail: unknown; config: unknown; metrics: MetricValues }

export type PackedDetail = {
  bytes: Uint8Array
  /** What the bytes cannot be read without. */
  reference: number | null
  /** The same without any reference. */
  packAlone(): Uint8Array
  /** This detail is to be the reference of those to come: store it with the result. */
  proposal: NewReference | null
}

/**
 * Packs details as the difference to an earlier result of the same check, which is stored once as their reference: from
 * run to run little changes but times and dates. Which results become references is decided by what results cost
 * without: as soon as that is more than a reference takes.
 */
export type DetailPacker = {
  /** Call it before `pack`: reads what is known of the checks of these runs. */
  prepare(runs: readonly Pick<PackableRun, 'checkNo' | 'checkType'>[]): Promise<void>
  pack(run: PackableRun, detail: PackableDetail): PackedDetail
  /** After the write of what was packed: with the numbers of those proposals that are on the disk. */
  settle(packed: readonly PackedDetail[], written: WrittenReferences): void
}

export type WrittenReferences = ReadonlyMap<NewReference, number>

type Reference = {
  id: number
  location: string
  usableUntil: number
  /** JSON: an object would take several times the memory. */
  text: string
  /** Of the shortest detail that was packed with it. */
  leastBytes: number
}

type Entry = {
  /** The one that was used last comes first. */
  references: Reference[]
  places: Map<string, Place>
}

/** One location of a check. */
type Place = {
  /** What details took more than they would with a good reference, since the last one was proposed. */
  excessBytes: number
  proposals: number
  /** Whether the last proposal is being written. */
  isProposed: boolean
}

const mostCachedBytes = 32 * 1024 * 1024
const entryBytes = 400
/** So that references of a check that is there for years go away with its results. */
const usableMs = 30 * dayMs
/** Longer ones, such as those with a body, would fill the memory. */
const longestText = 16 * 1024
const mostReferences = 24
/** How many are tried for one detail. */
const mostTries = 4
/** Above this, and above this part of its text, a detail is packed alone too, and the shorter one is taken. */
const shortBytes = 100
const shortPart = 1 / 16
/** What a row of a reference takes beside its content, about. */
const rowBytes = 60
/** What the text of a detail takes of what it takes when it is packed alone, about. */
const usualRatio = 4
/** What is thought of references that there are not. */
const usualBytes = 40
const leastExcess = 24
/** Targets whose results never resemble each other: all their references take a small part of what the results take. */
const mostPatience = 16

export function createDetailPacker(
  { store }: { store: { readonly read: Db } },
  { limitBytes = mostCachedBytes }: { limitBytes?: number } = {},
): DetailPacker {
  /** By the number of the check; what was not used for longest comes first. */
  const entries = new Map<number, Entry>()
  let cachedBytes = 0

  function keep(checkNo: number, entry: Entry): void {
    forget(checkNo)
    entries.set(checkNo, entry)
    cachedBytes += bytesOf(entry)
    for (const oldest of entries.keys()) {
      if (cachedBytes <= limitBytes || oldest === checkNo) return
      forget(oldest)
    }
  }

  function forget(checkNo: number): void {
    const entry = entries.get(checkNo)
    if (entry === undefined) return
    entries.delete(checkNo)
    cachedBytes -= bytesOf(entry)
  }

  async function prepare(runs: readonly Pick<PackableRun, 'checkNo' | 'checkType'>[]): Promise<void> {
    const missing = new Set<number>()
    for (const { checkNo, checkType } of runs) {
      if (!hasReferences(checkType)) continue
      const entry = entries.get(checkNo)
      if (entry === undefined) missing.add(checkNo)
      else keep(checkNo, entry)
    }
    if (missing.size === 0) return
    const rows = await referencesOfChecks(store.read, [...missing])
    const byCheck = Map.groupBy(rows, ({ checkNo }) => checkNo)
    for (const checkNo of missing) {
      // Somebody else may have read it, and more may have been written since.
      if (entries.has(checkNo)) continue
      const references = (byCheck.get(checkNo) ?? []).slice(0, mostReferences).map((row) => ({
        id: row.id,
        location: row.location,
        usableUntil: row.usableUntil,
        text: JSON.stringify(row.detail),
        leastBytes: Number.POSITIVE_INFINITY,
      }))
      keep(checkNo, { references, places: new Map() })
    }
  }

  function pack(run: PackableRun, { detail, config, metrics }: PackableDetail): PackedDetail {
    const packAlone = () => encodeDetail(run.checkType, detail, config, metrics)
    const entry = hasReferences(run.checkType) ? entries.get(run.checkNo) : undefined
    if (entry === undefined) return { bytes: packAlone(), reference: null, packAlone, proposal: null }
    const patched = packWithReference(entry, run, { detail, metrics })
    if (patched !== null && isShort(patched)) {
      const excess = excessOf(patched.bytes, patched.reference)
      const ownBytes = patched.reference.text.length / usualRatio
      const proposal = propose(entry, { run, detail, excess, ownBytes })
      return { bytes: patched.bytes, reference: patched.reference.id, packAlone, proposal }
    }
    const alone = packAlone()
    const isShorter = patched === null || alone.length < patched.bytes.length
    const bytes = isShorter ? alone : patched.bytes
    const excess =
      patched === null ? Math.max(leastExcess, alone.length - usualBytes) : excessOf(bytes, patched.reference)
    return {
      bytes,
      reference: isShorter ? null : patched.reference.id,
      packAlone,
      proposal: propose(entry, { run, detail, excess, ownBytes: alone.length }),
    }
  }

  function propose(
    entry: Entry,
    {
      run,
      detail,
      excess,
      ownBytes,
    }: { run: PackableRun; detail: unknown; excess: number; ownBytes: number },
  ): NewReference | null {
    if (excess <= 0) return null
    const place = placeOf(entry, run.location)
    place.excessBytes += excess
    const patience = Math.min(2 ** place.proposals, mostPatience)
    if (place.isProposed || place.excessBytes < (ownBytes + rowBytes) * patience) return null
    place.excessBytes = 0
    if (JSON.stringify(detail).length > longestText) return null
    place.isProposed = true
    place.proposals += 1
    const { checkNo, checkType, location, scheduledAt } = run
    return { checkNo, checkType, location, usableUntil: scheduledAt + usableMs, detail }
  }

  function settle(packed: readonly PackedDetail[], written: WrittenReferences): void {
    for (const { proposal } of packed) {
      if (proposal === null) continue
      const { checkNo, location, usableUntil, detail } = proposal
      const entry = entries.get(checkNo)
      if (entry === undefined) continue
      const id = written.get(proposal)
      forget(checkNo)
      if (id !== undefined && !entry.references.some((reference) => reference.id === id)) {
        const text = JSON.stringify(detail)
        entry.references.unshift({ id, location, usableUntil, text, leastBytes: Number.POSITIVE_INFINITY })
        entry.references.splice(mostReferences)
      }
      const place = placeOf(entry, location)
      place.isProposed = false
      if (id === undefined) {
        // The next one is as good.
        place.proposals = Math.max(0, place.proposals - 1)
        place.excessBytes = Number.POSITIVE_INFINITY
      }
      keep(checkNo, entry)
    }
  }

  return { prepare, pack, settle }
}

function isShort({ bytes, reference }: { bytes: Uint8Array; reference: Reference }): boolean {
  return bytes.length <= Math.max(shortBytes, reference.text.length * shortPart)
}

/** A detail is good when it takes little more than the shortest one with the same reference. */
function excessOf(bytes: Uint8Array, { leastBytes }: Reference): number {
  return bytes.length - leastBytes * 1.125 - 8
}

function placeOf({ places }: Entry, location: string): Place {
  const place = places.get(location) ?? { excessBytes: 0, proposals: 0, isProposed: false }
  places.set(location, place)
  return place
}

/** Places are few, and counted with the references that they have. */
function bytesOf({ references }: Entry): number {
  return references.reduce((sum, { text }) => sum + text.length + entryBytes, entryBytes)
}

/** The shortest form of those that are tried: those of the same location first. Null when there is none to try. */
function packWithReference(
  entry: Entry,
  { checkType, location, scheduledAt }: PackableRun,
  { detail, metrics }: { detail: unknown; metrics: MetricValues },
): { bytes: Uint8Array; reference: Reference } | null {
  const usable = entry.references.filter(({ usableUntil }) => scheduledAt < usableUntil)
  const near = usable.filter((reference) => reference.location === location)
  const candidates = near.length === 0 ? usable : near
  let best: { bytes: Uint8Array; reference: Reference } | null = null
  for (const reference of candidates.slice(0, mostTries)) {
    const { id, text } = reference
    const bytes = encodePatched({ id, detail: JSON.parse(text) }, { checkType, detail, metrics })
    // It is the same with every other one.
    if (bytes === null) return null
    if (best === null || bytes.length < best.bytes.length) best = { bytes, reference }
    if (excessOf(bytes, reference) <= 0) break
  }
  if (best === null) return null
  const { reference, bytes } = best
  reference.leastBytes = Math.min(reference.leastBytes, bytes.length)
  if (entry.references[0] !== reference) {
    entry.references.splice(entry.references.indexOf(reference), 1)
    entry.references.unshift(reference)
  }
  return best
}

/**
 * Inside the write that stores them, with the states of their checks locked: the bytes of each, which need no reference
 * that is not there.
 */
export async function readableDetails(db: Db, packed: readonly PackedDetail[]): Promise<Uint8Array[]> {
  const ids = new Set(packed.flatMap(({ reference }) => reference ?? []))
  const present = await presentReferences(db, ids)
  return packed.map(({ bytes, reference, packAlone }) =>
    reference === null || present.has(reference) ? bytes : packAlone(),
  )
}

/** In the same write as the results they are from. Give what it returns to `settle` once that is committed. */
export async function writeReferences(db: Db, packed: readonly PackedDetail[]): Promise<WrittenReferences> {
  const written = new Map<NewReference, number>()
  for (const { proposal } of packed) {
    if (proposal !== null) written.set(proposal, await insertReference(db, proposal))
  }
  return written
}
