import { isRecord } from '@sonde/ground/is-record.ts'

/**
 * Puts what is stored at a path (`config.url`, `config.headers.1.value`) where the document has a mask. Entries of a
 * list are found by their key: they may have moved. False when nothing is stored there.
 */
export function putBack(
  config: Record<string, unknown>,
  stored: Readonly<Record<string, unknown>>,
  path: string,
): boolean {
  const [, field = '', index] = path.split('.')
  if (index === undefined) {
    if (typeof stored[field] !== 'string') return false
    config[field] = stored[field]
    return true
  }
  const entry = entriesIn(config[field])[Number(index)]
  const storedEntry = entriesIn(stored[field]).find((each) => each['key'] === entry?.['key'])
  if (entry === undefined || typeof storedEntry?.['value'] !== 'string') return false
  config[field] = entriesIn(config[field]).map((each) =>
    each === entry ? { ...each, value: storedEntry['value'] } : each,
  )
  return true
}

function entriesIn(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isRecord) : []
}
