import { minuteMs } from '@sonde/ground/durations.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { figuresDeps } from '../analytics/figures-deps.ts'
import type { ApiDeps } from '../api-deps.ts'

/** Results from before a moment that is a minute ago are on a replica by now. */
export function readerOfResults(
  deps: Pick<ApiDeps, 'store' | 'clock'>,
  before: number | null | undefined,
): Db {
  const isOld = (before ?? Infinity) < deps.clock.now() - minuteMs
  return (isOld ? figuresDeps(deps) : deps).store.read
}
