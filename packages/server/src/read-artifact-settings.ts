import type { ArtifactLimits } from '@sonde/artifacts/artifact-limits.ts'
import type { S3Settings } from '@sonde/artifacts/s3-blobs.ts'
import { type ArtifactType, artifactTypes } from '@sonde/schema/agents/artifact-protocol.ts'
import type { ServerSettings } from '@sonde/schema/accounts/server-settings.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { listEntries } from './list-entries.ts'

/** `store`: where the bytes are; null: files in the data folder. */
export type ArtifactSettings = { limits: ArtifactLimits; store: S3Settings | null }

type Raw = Readonly<Record<string, unknown>>

const megabyte = 1_000_000
const gigabyte = 1_000_000_000
const lists = {
  ARTIFACTS_GB_BY_TYPE: 1_000_000,
  ARTIFACTS_DAYS_BY_TYPE: 3_650,
} as const

export function artifactMistakes(raw: Raw): Violation[] {
  return [...storeMistakes(raw), ...listMistakes(raw)]
}

/** A store without credentials, or the other way round: somebody has forgotten one. */
function storeMistakes(raw: Raw): Violation[] {
  const names = ['ARTIFACT_STORE', 'ARTIFACT_STORE_ACCESS_KEY', 'ARTIFACT_STORE_SECRET_KEY'] as const
  const present = names.filter((name) => raw[name] !== undefined)
  if (present.length === 0) return []
  return names
    .filter((name) => raw[name] === undefined)
    .map((path) => ({ path, message: `is required together with ${present.join(' and ')}` }))
}

function listMistakes(raw: Raw): Violation[] {
  return Object.entries(lists).flatMap(([path, most]) => {
    const text = raw[path]
    if (typeof text !== 'string') return []
    return listEntries(text).flatMap((entry) =>
      readEntry(entry, most) === null
        ? [
            {
              path,
              message: `"${entry}" is not a type (${artifactTypes.join(', ')}), an equals sign and a number from 1 to ${most}, such as video=5`,
            },
          ]
        : [],
    )
  })
}

export function readArtifactSettings(read: ServerSettings): ArtifactSettings {
  const gigabytes = readList('ARTIFACTS_GB_BY_TYPE', read)
  return {
    limits: {
      accountBytes: read.ARTIFACTS_GB * gigabyte,
      bytesOfType: new Map([...gigabytes].map(([type, count]) => [type, count * gigabyte])),
      daysOfType: readList('ARTIFACTS_DAYS_BY_TYPE', read),
      bundleBytes: read.MAX_CODE_BUNDLE_MB * megabyte,
      accountBundleBytes: read.CODE_BUNDLES_GB * gigabyte,
    },
    store: readStore(read),
  }
}

function readStore(read: ServerSettings): S3Settings | null {
  const { ARTIFACT_STORE: address, ARTIFACT_STORE_ACCESS_KEY: accessKey } = read
  const secretKey = read.ARTIFACT_STORE_SECRET_KEY
  if (address === undefined || accessKey === undefined || secretKey === undefined) return null
  return { address: new URL(address), region: read.ARTIFACT_STORE_REGION, accessKey, secretKey }
}

function readList(name: keyof typeof lists, read: ServerSettings): Map<ArtifactType, number> {
  const entries = listEntries(read[name]).map((entry) => readEntry(entry, lists[name]))
  return new Map(entries.filter((entry) => entry !== null))
}

function readEntry(entry: string, most: number): [ArtifactType, number] | null {
  const [name, text = '', ...more] = entry.split('=').map((part) => part.trim())
  const type = artifactTypes.find((known) => known === name)
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0
  return type === undefined || more.length > 0 || count < 1 || count > most ? null : [type, count]
}
