import { dayMs } from '@sonde/ground/durations.ts'
import type { ArtifactType } from '@sonde/schema/agents/artifact-protocol.ts'

/** What the files and code bundles of an account may take, and how long files are kept. */
export type ArtifactLimits = {
  /** Of all types together. */
  accountBytes: number
  /** Of a type; one that is not listed may take all. */
  bytesOfType: ReadonlyMap<ArtifactType, number>
  /** Of a type; one that is not listed is kept as long as its result. */
  daysOfType: ReadonlyMap<ArtifactType, number>
  /** Of one code bundle, and of all bundles of an account together. */
  bundleBytes: number
  accountBundleBytes: number
}

/** The most that one file of the type may take. */
export function mostBytesOf({ accountBytes, bytesOfType }: ArtifactLimits, type: ArtifactType): number {
  return Math.min(accountBytes, bytesOfType.get(type) ?? accountBytes)
}

/** How long the bytes of each of these types are kept. */
export function keptMsByType({ daysOfType }: ArtifactLimits): ReadonlyMap<string, number> {
  return new Map([...daysOfType].map(([type, days]) => [type, days * dayMs]))
}
