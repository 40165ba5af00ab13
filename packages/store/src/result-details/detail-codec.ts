import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { MetricValues } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { IcmpCheckResult, IcmpRunConfig } from '@sonde/schema/check-types/icmp/result.ts'
import { numberedColumnValues } from '../results/metric-columns.ts'
import { applyPatch } from './apply-patch.ts'
import { createByteReader, createByteWriter } from './byte-writer.ts'
import type { DetailColumns } from './detail-columns.ts'
import { dictionaryNumberOf, dictionaryOf } from './detail-dictionaries.ts'
import { packIcmp, unpackIcmp, unpackOldIcmp } from './pack-icmp.ts'
import { type ColumnValues, readTokens, writeTokens } from './text-tokens.ts'
import { writePatch } from './write-patch.ts'

/**
 * The first byte of a stored detail tells how to read the rest. Up to version 0.6.0 details were plain or deflated
 * JSON, or packed pings.
 */
const form = {
  plain: 0,
  deflated: 1,
  oldIcmp: 2,
  icmp: 3,
  withDictionary: 4,
  assertedIcmp: 5,
  /** The number of a reference, and the difference to it. */
  patched: 6,
} as const

/** Details of other results, by the numbers under which they are stored (`reference-rows.ts`). */
export type DetailReferences = ReadonlyMap<number, unknown>

const noReferences: DetailReferences = new Map()

/**
 * The part of a result that belongs to its check type, as small as can be. Numbers that are among the `metrics`, which
 * its row holds, are left to it.
 */
export function encodeDetail(
  checkType: CheckType,
  detail: unknown,
  snapshotConfig: unknown,
  metrics: MetricValues = {},
): Uint8Array {
  if (kindOf(checkType).run?.storedAs === 'icmp') {
    const packed = encodeIcmp(icmpDetail(detail), icmpConfig(snapshotConfig))
    if (packed !== null) return packed
  }
  const dictionary = dictionaryNumberOf(checkType)
  if (dictionary === null) return prefixed([form.plain], Buffer.from(JSON.stringify(detail)))
  const columns = numberedColumnValues(checkType, metrics)
  return prefixed([form.withDictionary], deflate(detail, { dictionary, columns }))
}

/** `references` has at least those that `referenceOf` names. */
export function decodeDetail(
  stored: Uint8Array,
  columns: DetailColumns,
  snapshotConfig: unknown,
  references: DetailReferences = noReferences,
): unknown {
  const rest = stored.subarray(1)
  switch (stored[0]) {
    case form.patched:
      return decodePatched(rest, columns, references)
    case form.withDictionary:
      return inflate(rest, numberedColumnValues(columns.checkType, columns.metrics))
    case form.icmp:
      return unpackIcmp(rest, columns, icmpConfig(snapshotConfig).request)
    case form.assertedIcmp:
      return decodeAssertedIcmp(rest, columns, icmpConfig(snapshotConfig))
    case form.oldIcmp:
      return unpackOldIcmp(rest, columns, icmpConfig(snapshotConfig).request)
    case form.deflated:
      return JSON.parse(inflateRawSync(rest).toString())
    case form.plain:
      return JSON.parse(Buffer.from(rest).toString())
    default:
      throw new Error(`a stored detail has the unknown form ${stored[0]}: a newer version wrote it`)
  }
}

/** Whether results of this type may be told by the difference to another one. Pings are packed in a way of their own. */
export function hasReferences(checkType: CheckType): boolean {
  return kindOf(checkType).run?.storedAs !== 'icmp' && dictionaryNumberOf(checkType) !== null
}

/** A detail that others are told by the difference to: it stands for itself, without any row. */
export function encodeReference(checkType: CheckType, detail: unknown): Uint8Array {
  return encodeDetail(checkType, detail, null)
}

export function decodeReference(stored: Uint8Array): unknown {
  return decodeDetail(stored, { checkType: 'URL', responseTime: null, metrics: {} }, null)
}

/** Null when the detail is none that JSON has. */
export function encodePatched(
  { id, detail: reference }: { id: number; detail: unknown },
  { checkType, detail, metrics }: { checkType: CheckType; detail: unknown; metrics: MetricValues },
): Uint8Array | null {
  const patch = writePatch(reference, detail, numberedColumnValues(checkType, metrics))
  if (patch === null) return null
  writer.byte(form.patched)
  writer.varint(id)
  writer.bytes(patch)
  return writer.take()
}

/** The reference that a stored detail cannot be read without; null also when its bytes are damaged and name none. */
export function referenceOf(stored: Uint8Array): number | null {
  if (stored[0] !== form.patched || !stored.subarray(1).some((byte) => byte < 0x80)) return null
  const id = createByteReader(stored.subarray(1)).varint()
  return Number.isSafeInteger(id) ? id : null
}

function decodePatched(stored: Uint8Array, columns: DetailColumns, references: DetailReferences): unknown {
  const reader = createByteReader(stored)
  const id = reader.varint()
  const reference = references.get(id)
  if (reference === undefined) throw new Error(`a stored detail needs reference ${id}, which was not read`)
  const patch = stored.subarray(reader.position())
  return applyPatch(reference, patch, numberedColumnValues(columns.checkType, columns.metrics))
}

/** Pings as bytes, and the assertions on them beside; null when the pings are not regular. */
function encodeIcmp(detail: IcmpCheckResult, { request }: IcmpRunConfig): Uint8Array | null {
  const { assertions } = detail
  const packed = packIcmp({ ...detail, assertions: [] }, request)
  if (packed === null) return null
  const dictionary = dictionaryNumberOf('ICMP')
  if (assertions.length === 0 || dictionary === null) return prefixed([form.icmp], packed)
  writer.byte(form.assertedIcmp)
  writer.varint(packed.length)
  writer.bytes(packed)
  writer.bytes(deflate(assertions, { dictionary, columns: new Map() }))
  return writer.take()
}

const writer = createByteWriter()

function decodeAssertedIcmp(
  stored: Uint8Array,
  columns: DetailColumns,
  { request }: IcmpRunConfig,
): IcmpCheckResult {
  const reader = createByteReader(stored)
  const packed = reader.bytes(reader.varint())
  const assertions = inflate(stored.subarray(reader.position()), new Map())
  return { ...unpackIcmp(packed, columns, request), assertions: icmpAssertions(assertions) }
}

/** Details are short: little memory is quicker, and reaches as far as any of them. */
const deflation = { level: 9, windowBits: 13, memLevel: 5 } as const

/** The number of the dictionary, and what was deflated with it. */
function deflate(
  value: unknown,
  { dictionary, columns }: { dictionary: number; columns: ColumnValues },
): Uint8Array {
  const tokens = writeTokens(JSON.stringify(value), columns)
  return prefixed(
    [dictionary],
    deflateRawSync(tokens, { ...deflation, dictionary: dictionaryOf(dictionary) }),
  )
}

function inflate(stored: Uint8Array, columns: ColumnValues): unknown {
  const dictionary = dictionaryOf(stored[0] ?? -1)
  return JSON.parse(readTokens(inflateRawSync(stored.subarray(1), { dictionary }), columns))
}

function prefixed(prefix: readonly number[], bytes: Uint8Array): Uint8Array {
  const all = new Uint8Array(prefix.length + bytes.length)
  all.set(prefix)
  all.set(bytes, prefix.length)
  return all
}

/** All were validated by their schemas before they came here: when the agent sent them, and when the check was saved. */
function icmpDetail(detail: unknown): IcmpCheckResult {
  return detail as IcmpCheckResult
}

function icmpAssertions(assertions: unknown): IcmpCheckResult['assertions'] {
  return assertions as IcmpCheckResult['assertions']
}

function icmpConfig(config: unknown): IcmpRunConfig {
  return config as IcmpRunConfig
}
