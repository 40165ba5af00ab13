import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { IcmpCheckResult, IcmpRunConfig } from '@sonde/schema/check-types/icmp/result.ts'
import type { DetailColumns } from './detail-columns.ts'
import { packIcmp, unpackIcmp, unpackOldIcmp } from './pack-icmp.ts'

/** The first byte of a stored detail tells how to read the rest. */
const form = { plain: 0, deflated: 1, oldIcmp: 2, icmp: 3 } as const

/** Below this, deflating costs more than it saves. */
const worthDeflatingBytes = 256

/** The part of a result that belongs to its check type, as small as can be. */
export function encodeDetail(checkType: CheckType, detail: unknown, snapshotConfig: unknown): Uint8Array {
  if (kindOf(checkType).run?.storedAs === 'icmp') {
    const packed = packIcmp(icmpDetail(detail), icmpConfig(snapshotConfig).request)
    if (packed !== null) return prefixed(form.icmp, packed)
  }
  const text = Buffer.from(JSON.stringify(detail))
  if (text.length < worthDeflatingBytes) return prefixed(form.plain, text)
  return prefixed(form.deflated, deflateRawSync(text, { level: 6 }))
}

export function decodeDetail(stored: Uint8Array, columns: DetailColumns, snapshotConfig: unknown): unknown {
  const rest = stored.subarray(1)
  switch (stored[0]) {
    case form.icmp:
      return unpackIcmp(rest, columns, icmpConfig(snapshotConfig).request)
    case form.oldIcmp:
      return unpackOldIcmp(rest, columns, icmpConfig(snapshotConfig).request)
    case form.deflated:
      return JSON.parse(inflateRawSync(rest).toString())
    default:
      return JSON.parse(Buffer.from(rest).toString())
  }
}

function prefixed(kind: number, bytes: Uint8Array): Uint8Array {
  const all = new Uint8Array(bytes.length + 1)
  all[0] = kind
  all.set(bytes, 1)
  return all
}

/** Both were validated by their schemas before they came here: when the agent sent them, and when the check was saved. */
function icmpDetail(detail: unknown): IcmpCheckResult {
  return detail as IcmpCheckResult
}

function icmpConfig(config: unknown): IcmpRunConfig {
  return config as IcmpRunConfig
}
