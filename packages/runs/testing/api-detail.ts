import type { ApiRunDetail } from '@sonde/schema/check-types/api-check-result.ts'
import { apiDetailOfError } from '@sonde/schema/check-types/api/result.ts'
import { apiConfig } from '@sonde/schema/testing/api-config.ts'

/** What an agent reports of an API check. */
export function apiDetail(fields: Partial<ApiRunDetail> = {}): ApiRunDetail {
  return { ...apiDetailOfError(apiConfig(), ''), requestError: null, ...fields }
}
