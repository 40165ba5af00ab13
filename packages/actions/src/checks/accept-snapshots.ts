import {
  browserLine,
  goldenFilesIn,
  goldenKey,
  type GoldenFile,
  mostGoldenBytes,
} from '@sonde/schema/check-types/browser/golden-files.ts'
import { browserKind } from '@sonde/schema/check-types/browser/kind.ts'
import type { BrowserRunDetail, SnapshotComparison } from '@sonde/schema/check-types/browser/result.ts'
import { findArtifact } from '@sonde/store/artifacts/artifacts.ts'
import { insertGoldenFile } from '@sonde/store/artifacts/golden-files.ts'
import { findCheckForUpdate } from '@sonde/store/checks/checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { AttemptKey } from '@sonde/store/results/result-assets.ts'
import type { Actor } from '../actor.ts'
import { conflict, invalidInput, notFound } from '../refusal.ts'
import { updateLockedCheck, type UpdateCheckDeps } from './update-check.ts'

type Accepted = SnapshotComparison & { actual: string }

/** What a run has drawn becomes what later runs are compared with. Returns the golden files of the check. */
export async function acceptSnapshots(
  deps: UpdateCheckDeps,
  actor: Actor,
  {
    checkId,
    attempt,
    detail,
    paths,
  }: {
    checkId: string
    /** The run, by the key of its files. */
    attempt: AttemptKey
    detail: Pick<BrowserRunDetail, 'snapshots' | 'browser'>
    /** Of golden files; null: all that the run has drawn otherwise. */
    paths: readonly string[] | null
  },
): Promise<GoldenFile[]> {
  const { accountId } = actor
  const accepted = chosen(detail.snapshots, paths)
  const madeBy = detail.browser === null ? null : browserLine(detail.browser)
  const row = await deps.store.write(async (db) => {
    const before = await findCheckForUpdate(db, { accountId, id: checkId })
    if (before === null || before.checkType !== browserKind.checkType) throw notFound('browser check')
    const files = new Map<string, GoldenFile>(
      goldenFilesIn(before.config).map(({ path, key }) => [path, { key, path }]),
    )
    for (const { path, actual } of accepted) {
      const sha256 = await adopt(db, { accountId, attempt, actual, madeBy, at: deps.clock.now() })
      files.set(path, { key: goldenKey(accountId, sha256), path })
    }
    const input = { snapshots: [...files.values()] }
    return await updateLockedCheck(db, deps, actor, { kind: browserKind, before, input, mode: 'merge' })
  })
  await deps.runs.checkWritten(row)
  return goldenFilesIn(row.config).map(({ key, path }) => ({ key, path }))
}

function chosen(comparisons: readonly SnapshotComparison[], paths: readonly string[] | null): Accepted[] {
  const drawn = comparisons.filter((each): each is Accepted => each.actual !== null)
  const mistakes = (paths ?? []).flatMap((path, index) =>
    drawn.some((each) => each.path === path)
      ? []
      : [{ path: `paths.${index}`, message: 'is not a comparison of this result that has a new file' }],
  )
  if (mistakes.length > 0) throw invalidInput(mistakes)
  const accepted = paths === null ? drawn : drawn.filter(({ path }) => paths.includes(path))
  if (accepted.length === 0) throw conflict('The result has no new file to accept')
  return accepted
}

/** The bytes are in the store already, as a file of the run: from now on they outlive it. */
async function adopt(
  db: Db,
  {
    accountId,
    attempt,
    actual,
    madeBy,
    at,
  }: { accountId: string; attempt: AttemptKey; actual: string; madeBy: string | null; at: number },
): Promise<string> {
  const file = await findArtifact(db, attempt, actual)
  if (file === null) throw conflict(`The file ${actual} of the result has not arrived: try again later`)
  const { sha256, bytes } = file
  if (bytes > mostGoldenBytes)
    throw conflict(`The file ${actual} is too large: a golden file has ${mostGoldenBytes} bytes at most`)
  if (sha256 === null || !(await insertGoldenFile(db, { accountId, sha256, bytes, madeBy, at })))
    throw conflict(`The file ${actual} of the result is no longer kept: run the check again`)
  return sha256
}
