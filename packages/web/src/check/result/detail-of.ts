import { isRecord } from '@sonde/ground/is-record.ts'
import type { AnyDetail } from '../../check-types/check-type.ts'
import { detailFields } from '../../check-types/registry.ts'
import type { ListedResult } from '../../resources/check-result.ts'

/** What a result says of a request; null when it says nothing of one. */
export function detailOf(result: ListedResult): AnyDetail | null {
  for (const field of detailFields) {
    const detail = result[field]
    if (detail !== null && detail !== undefined && 'assertions' in detail) return detail
  }
  return null
}

/** Why the target could not be asked, or did not answer; null when it did. */
export function troubleIn(detail: AnyDetail | null): string | null {
  if (detail === null || detail.requestError !== null) return detail?.requestError ?? null
  const error = detail.response?.['error']
  return isRecord(error) && typeof error['message'] === 'string' ? error['message'] : null
}
