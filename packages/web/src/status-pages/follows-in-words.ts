import type { StatusPageService } from '../resources/status-pages/status-page-services.ts'

/** `2 checks, tag shop, after 5 min` */
export function followsInWords(follows: StatusPageService['follows']): string {
  if (follows === null) return 'Not monitored'
  const { checkIds, tags, delayMinutes } = follows
  if (checkIds.length === 0 && tags.length === 0) return 'No check left'
  return [
    ...(checkIds.length === 0 ? [] : [`${checkIds.length} ${checkIds.length === 1 ? 'check' : 'checks'}`]),
    ...(tags.length === 0 ? [] : [`${tags.length === 1 ? 'tag' : 'tags'} ${tags.join(', ')}`]),
    ...(delayMinutes === 0 ? [] : [`after ${delayMinutes} min`]),
  ].join(', ')
}
