import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { UrlDocument } from '@sonde/schema/check-types/url/result.ts'
import type { FoundValue } from '../comparison.ts'

/** What the assertions of a URL monitor look at. */
export function findInUrl({ status }: UrlDocument): (assertion: Assertion) => FoundValue {
  return ({ source }) =>
    source === 'STATUS_CODE'
      ? { kind: 'one', value: status }
      : { kind: 'unreadable', why: `a URL monitor has no source "${source}"` }
}
