import { isRecord } from '@sonde/ground/is-record.ts'
import { retriesInWords } from '../check-form/effective-values.ts'
import { counted } from '../check-form/fold-words.ts'
import { valueAt, type FormValue } from '../schema-form/value-at.ts'

/** Words for the folded sections of a group. */

export function groupRetriesInWords(value: FormValue): string {
  if (value['retryStrategy'] === 'FALLBACK') return 'Set by each check'
  // Without a strategy a group of today has no retries, whatever the older double check says.
  const words = retriesInWords(isRecord(value['retryStrategy']) ? value : { doubleCheck: false })
  return words.replace(/\.$/, '')
}

export function groupStateInWords(value: FormValue): string {
  const activity = value['activated'] === false ? 'All checks paused' : 'Active'
  return value['muted'] === true ? `${activity}, muted` : `${activity}, not muted`
}

export function apiDefaultsInWords(value: FormValue): string {
  const at = (name: string) => valueAt(value, `apiCheckDefaults.${name}`)
  const count = (name: string) => {
    const list = at(name)
    return Array.isArray(list) ? list.length : 0
  }
  const url = at('url')
  const parts = [
    ...(typeof url === 'string' && url !== '' ? [url] : []),
    ...(count('headers') > 0 ? [counted(count('headers'), 'header')] : []),
    ...(count('queryParameters') > 0 ? [counted(count('queryParameters'), 'query parameter')] : []),
    ...(count('assertions') > 0 ? [counted(count('assertions'), 'assertion')] : []),
    ...(isRecord(at('basicAuth')) ? ['basic authentication'] : []),
  ]
  return parts.length === 0 ? 'Nothing set' : parts.join(', ')
}
