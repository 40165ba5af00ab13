import { decodeDetail, decodeReference, type DetailReferences } from './detail-codec.ts'
import type { DetailColumns } from './detail-columns.ts'

/** Unreadable: its bytes were damaged, or what it was told by the difference to is gone. */
export type DetailReading = { kind: 'read'; detail: unknown } | { kind: 'unreadable'; error: unknown }

/** The detail of a stored result; one that cannot be read is a value, so that those beside it are told all the same. */
export function readDetail(
  row: DetailColumns & { detail: Uint8Array },
  snapshotConfig: unknown,
  references: DetailReferences,
): DetailReading {
  return reading(() => decodeDetail(row.detail, row, snapshotConfig, references))
}

export function readReference(stored: Uint8Array): DetailReading {
  return reading(() => decodeReference(stored))
}

function reading(decode: () => unknown): DetailReading {
  try {
    return { kind: 'read', detail: decode() }
  } catch (error) {
    return { kind: 'unreadable', error }
  }
}
