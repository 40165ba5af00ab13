import type { Outcome } from '@sonde/schema/runs/outcome.ts'
import { showUrl } from '@sonde/schema/check-types/url/result.ts'

/** A placeholder that nobody could fill in, say: nothing can be told about a target that is not named. */
export function notAnAddress(written: string): Outcome<never> {
  const shown = showUrl(written)
  const message = `"${shown.slice(0, 500)}${shown.length > 500 ? '…' : ''}" is not an address that can be requested`
  return { kind: 'not-run', cause: 'unreadable-job', error: { code: 'ERR_INVALID_URL', message } }
}
