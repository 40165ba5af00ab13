import { hash } from 'node:crypto'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import { emptyIsNone } from '../configuration/changed-item-fields.ts'
import { canonicalJson } from './canonical-json.ts'
import { comparableItem } from './comparable-item.ts'

/** Of what people may know by heart: nobody is to find a secret by trying. */
const hashLength = 12

export type ContentHasher = {
  /** What a deploy leaves behind of a thing, as the database keeps it. */
  hashesOf(item: ConfigurationItem): string
  /** The fields in which a thing is not as it was deployed; none where that is not known. */
  driftOf(item: ConfigurationItem, deployed: string | null): string[]
}

/** Keyed hashes of the fields of a thing: they say that somebody has changed one, and nothing of what is in it. */
export function createContentHasher(sealer: Sealer): ContentHasher {
  const key = sealer.deriveKey('content of projects').toString('base64url')

  const hashOf = (field: string, value: unknown) =>
    hash('sha256', `${key} ${field} ${canonicalJson(value)}`, 'base64url').slice(0, hashLength)

  function fieldHashes(item: ConfigurationItem): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(comparableItem(item)).flatMap(([field, value]): [string, unknown][] => {
        if (value === null || value === undefined) return []
        // Most fields are numbers and switches, which are no secrets and shorter than their hash.
        if (typeof value === 'number' || typeof value === 'boolean') return [[field, value]]
        return [[field, hashOf(field, value)]]
      }),
    )
  }

  return {
    hashesOf: (item) => JSON.stringify([sealer.keyFingerprint, fieldHashes(item)]),

    driftOf(item, deployed) {
      const before: unknown = deployed === null ? null : JSON.parse(deployed)
      // After a change of the encryption key nobody can tell until the next deploy.
      if (!Array.isArray(before) || before[0] !== sealer.keyFingerprint || !isRecord(before[1])) return []
      const now = fieldHashes(item)
      const deployedHashes = before[1]
      const fields = new Set([...Object.keys(deployedHashes), ...Object.keys(now)])
      // What has no value has no hash.
      const known = (field: string, value: unknown) =>
        value === undefined && emptyIsNone.has(field) ? hashOf(field, []) : value
      return [...fields].filter((field) => known(field, deployedHashes[field]) !== known(field, now[field]))
    },
  }
}
