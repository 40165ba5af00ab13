const acts: Readonly<Record<string, string>> = { CREATE: 'Created', UPDATE: 'Changed', DELETE: 'Deleted' }

export function actionWord(action: string): string {
  return acts[action] ?? action
}

/** Where the interface calls a thing otherwise than the API. */
const entityWords: Readonly<Record<string, string>> = {
  API_KEY: 'API key',
  CHECK_GROUP: 'group',
  CHECK_GROUP_TRIGGER: 'group trigger',
  CHECK_TRY: 'trial run',
  INVITE: 'invitation',
}

/** `STATUS_PAGE_INCIDENT` is a `status page incident`. */
export function entityWord(entityType: string): string {
  return entityWords[entityType] ?? entityType.replaceAll('_', ' ').toLowerCase()
}

/** A value of a change on one line or a few; undefined is what was not there. */
export function valueInWords(value: unknown): string {
  if (value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}
