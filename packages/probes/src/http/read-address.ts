import type { Outcome } from '@sonde/schema/runs/outcome.ts'
import { showUrl } from '@sonde/schema/check-types/url/result.ts'

/**
 * The address that a run is to ask, as its check and its variables write it. A placeholder that nobody could fill in
 * parses as a host: nothing can be told about a target that is not named.
 */
export function readAddress(written: string): URL | { unreadable: Outcome<never> } {
  const url = URL.canParse(written) ? new URL(written) : null
  if (url !== null && /^https?:$/.test(url.protocol) && !/[{}]/.test(url.hostname)) return url
  const shown = showUrl(written)
  const message = `"${shown.slice(0, 500)}${shown.length > 500 ? '…' : ''}" is not an address that can be requested`
  return {
    unreadable: { kind: 'not-run', cause: 'unreadable-job', error: { code: 'ERR_INVALID_URL', message } },
  }
}
