import { Type, type Static } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { Rule } from '../../validation/annotations.ts'
import { component } from '../../validation/building-blocks.ts'
import type { Violation } from '../../validation/violation.ts'
import { longestPath, pathMistake } from '../playwright/run-paths.ts'

/** Golden files: what screenshots and other outputs of a check are compared with. */

/** Of one check. */
export const mostGoldenFiles = 100
/** Of one file; and of all files of a check together, because a run has them in memory on their way. */
export const mostGoldenBytes = 20_000_000
export const mostGoldenBytesOfCheck = 50_000_000

const GoldenFile = component(
  'GoldenFile',
  Type.Object({
    key: Type.String({
      pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/[0-9a-f]{64}$',
      description: 'Key of the stored file, as an upload or a run with `updateSnapshots` gives it.',
    }),
    path: Type.String({
      minLength: 1,
      maxLength: longestPath,
      description: 'Where it is in the folder of a run, such as `script.js-snapshots/home-linux.png`.',
    }),
  }),
)
export type GoldenFile = Static<typeof GoldenFile>

export const GoldenFiles = Type.Array(GoldenFile, {
  maxItems: mostGoldenFiles,
  default: [],
  description:
    'Golden files that `toHaveScreenshot` and `toMatchSnapshot` compare with. A comparison without one fails.',
})

/** The key of a file of this account with this content. */
export function goldenKey(accountId: string, sha256: string): string {
  return `${accountId}/${sha256}`
}

/** What a key names; null for what is no key. */
export function readGoldenKey(key: string): { accountId: string; sha256: string } | null {
  const [accountId = '', sha256 = '', ...rest] = key.split('/')
  return rest.length > 0 || !/^[0-9a-f]{64}$/.test(sha256) ? null : { accountId, sha256 }
}

/** The golden files of a check, by the hashes of their contents. */
export function goldenFilesIn(settings: Readonly<Record<string, unknown>>): {
  path: string
  key: string
  sha256: string
}[] {
  const { snapshots } = settings
  if (!Array.isArray(snapshots)) return []
  return snapshots.flatMap((file: unknown) => {
    if (!isRecord(file)) return []
    const { key, path } = file
    if (typeof key !== 'string' || typeof path !== 'string') return []
    const named = readGoldenKey(key)
    return named === null ? [] : [{ path, key, sha256: named.sha256 }]
  })
}

export const goldenFilesRule: Rule = ({ snapshots, scriptPath, dependencies }) => {
  const files: readonly unknown[] = Array.isArray(snapshots) ? snapshots : []
  const beside: readonly unknown[] = Array.isArray(dependencies) ? dependencies : []
  const taken = new Set<unknown>([
    scriptPath ?? 'script.js',
    ...beside.map((file) => (isRecord(file) ? file['path'] : null)),
  ])
  return files.flatMap((file, index): Violation[] => {
    if (!isRecord(file) || typeof file['path'] !== 'string') return []
    const { path } = file
    const message = pathMistake(path) ?? (taken.has(path) ? 'is there twice' : null)
    taken.add(path)
    return message === null ? [] : [{ path: `snapshots.${index}.path`, message }]
  })
}

/**
 * Browsers that would draw the same page alike: name and major version, as golden files are bound to them and people
 * read it.
 */
export function browserLine({ name, version }: { name: string; version: string }): string {
  const [major = version] = version.split('.')
  return `${name === 'chrome' ? 'Chrome' : 'Chromium'} ${major}`
}
