const acts: Readonly<Record<string, string>> = { CREATE: 'Created', UPDATE: 'Changed', DELETE: 'Deleted' }

export function actionWord(action: string): string {
  return acts[action] ?? action
}

/** `STATUS_PAGE_INCIDENT` is a `status page incident`. */
export function entityWord(entityType: string): string {
  return entityType === 'API_KEY' ? 'API key' : entityType.replaceAll('_', ' ').toLowerCase()
}

/** A value of a change on one line or a few; undefined is what was not there. */
export function valueInWords(value: unknown): string {
  if (value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}
