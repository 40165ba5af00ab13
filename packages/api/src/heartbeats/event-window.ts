import { readMoment } from '@sonde/schema/validation/read-moment.ts'
import { invalid } from '../http/refusal.ts'

type Window = { from?: number | undefined; to?: number | undefined }

/** What `startTime` and `endTime` of a query say, as far as they are there; refused when they are no window. */
export function readEventWindow(query: {
  startTime?: string | undefined
  endTime?: string | undefined
}): Window {
  const read = (name: 'startTime' | 'endTime') => {
    const text = query[name]
    if (text === undefined) return undefined
    const at = readMoment(text)
    if (at === null) {
      const message = 'must be Unix seconds, Unix milliseconds or ISO 8601, up to the year 9999'
      throw invalid('query', [{ path: name, message }])
    }
    return at
  }
  const window = { from: read('startTime'), to: read('endTime') }
  if (window.from !== undefined && window.to !== undefined && window.from >= window.to) {
    throw invalid('query', [{ path: 'startTime', message: 'must be before endTime' }])
  }
  return window
}
