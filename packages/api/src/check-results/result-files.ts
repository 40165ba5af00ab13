import type { CheckResult } from '@sonde/schema/check-types/check-result.ts'
import { assetsOf } from '@sonde/store/results/result-assets.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { assetAddress } from './asset-address.ts'

/** The result with the files that its run left behind, where its type shows such. */
export async function withFiles(
  db: Db,
  row: ResultRow,
  result: CheckResult,
  publicUrl: string,
): Promise<CheckResult> {
  const { apiCheckResult, id: resultId, checkId } = result
  if (apiCheckResult === null) return result
  const files = (await assetsOf(db, row)).map(({ name, type }) => ({
    name,
    url: assetAddress({ publicUrl, checkId, resultId, name }),
    type,
  }))
  if (files.length === 0) return result
  const capture = files.find(({ type }) => type === 'pcap')
  return {
    ...result,
    apiCheckResult: { ...apiCheckResult, jobAssets: files, pcapDataUrl: capture?.url ?? null },
  }
}
