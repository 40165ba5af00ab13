import type { CheckResult } from '@sonde/schema/check-types/check-result.ts'
import { artifactsOf, findArtifact, type MissingReason } from '@sonde/store/artifacts/artifacts.ts'
import { type AttemptKey, assetsOf, findAsset } from '@sonde/store/results/result-assets.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { assetAddress } from './asset-address.ts'

/** A file of an attempt, as it is listed. */
export type ListedFile = {
  name: string
  type: string
  contentType: string
  /** Null of files that are still in the database itself. */
  bytes: number | null
  missing: MissingReason | null
}

/** A file of an attempt, as it is sent. */
export type SentFile = { name: string; contentType: string; bytes: number } & (
  | { kind: 'stored'; sha256: string }
  | { kind: 'in-database'; content: Buffer }
  | { kind: 'missing'; missing: MissingReason }
)

/** By name. What versions up to 0.6 have stored is in the database until it was moved. */
export async function filesOf(db: Db, key: AttemptKey): Promise<ListedFile[]> {
  // In this order: what is moved meanwhile is found in the second place.
  const assets = await assetsOf(db, key)
  const artifacts = await artifactsOf(db, key)
  const names = new Set(artifacts.map(({ name }) => name))
  const unmoved = assets.filter(({ name }) => !names.has(name))
  return [
    ...artifacts.map(({ name, type, contentType, bytes, missing }) => ({
      name,
      type,
      contentType,
      bytes,
      missing,
    })),
    ...unmoved.map((asset) => ({ ...asset, bytes: null, missing: null })),
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

export async function findFile(db: Db, key: AttemptKey, name: string): Promise<SentFile | null> {
  const asset = await findAsset(db, key, name)
  if (asset !== null) {
    const content = Buffer.from(asset.content)
    const { contentType } = asset
    return { kind: 'in-database', name, contentType, bytes: content.length, content }
  }
  const artifact = await findArtifact(db, key, name)
  if (artifact === null) return null
  const { contentType, bytes, sha256, missing } = artifact
  if (sha256 === null) return { kind: 'missing', name, contentType, bytes, missing }
  return { kind: 'stored', name, contentType, bytes, sha256 }
}

const sentences: Readonly<Record<MissingReason, string>> = {
  quota: 'Deleted to make room: the files of the account take up all the space that they can have',
  retention: 'Deleted: files of this type are kept for a shorter time than results',
  'too-large': 'Not stored: the file is larger than 150 MB',
}

/** Why the file cannot be fetched, for people. */
export function missingSentence(missing: MissingReason): string {
  return sentences[missing]
}

/** The result with the files that its run left behind, where its type shows such. */
export async function withFiles(
  db: Db,
  row: ResultRow,
  result: CheckResult,
  publicUrl: string,
): Promise<CheckResult> {
  const { apiCheckResult, browserCheckResult, multiStepCheckResult, playwrightCheckResult } = result
  const { id: resultId, checkId } = result
  if ((apiCheckResult ?? browserCheckResult ?? multiStepCheckResult ?? playwrightCheckResult) === null)
    return result
  const files = (await filesOf(db, row)).map(({ name, type, bytes, missing }) => ({
    name,
    url: assetAddress({ publicUrl, checkId, resultId, name }),
    type,
    ...(bytes === null ? {} : { size: bytes }),
    ...(missing === null ? {} : { missing: missingSentence(missing) }),
  }))
  if (files.length === 0) return result
  const addressesOf = (kind: string) =>
    files.filter(({ type, missing }) => type === kind && missing === undefined).map(({ url }) => url)
  const report = files.find(
    ({ name, type, missing }) => type === 'report' && missing === undefined && name.endsWith('.json'),
  )?.url
  const ofTests = {
    jobAssets: files,
    playwrightTestTraces: addressesOf('trace'),
    ...(report === undefined ? {} : { playwrightTestJsonReportFile: report }),
  }
  return {
    ...result,
    apiCheckResult: apiCheckResult && {
      ...apiCheckResult,
      jobAssets: files,
      pcapDataUrl: addressesOf('pcap')[0] ?? null,
    },
    browserCheckResult: browserCheckResult && {
      ...browserCheckResult,
      ...ofTests,
      playwrightTestVideos: addressesOf('video'),
    },
    playwrightCheckResult: playwrightCheckResult && {
      ...playwrightCheckResult,
      ...ofTests,
      playwrightTestVideos: addressesOf('video'),
      playwrightTraceFiles: files
        .filter(({ type, missing }) => type === 'trace' && missing === undefined)
        .map(({ url, name }) => ({ url, name, filename: name })),
    },
    multiStepCheckResult: multiStepCheckResult && { ...multiStepCheckResult, ...ofTests },
  }
}
