import assert from 'node:assert/strict'
import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import type { ApiUnderTest } from './api-under-test.ts'
import type { Answer } from './http-client.ts'
import { storeResult } from './store-result.ts'

/** Between two calls: so far apart that the limit of the routes is never reached. */
export const betweenAnalyticsMs = 2_500

export type AnalyticsCalls = {
  ask(id: string, query: string): Promise<Answer>
  /** The first row of the first series. */
  row(id: string, query: string): Promise<Record<string, unknown>>
  availabilityOf(id: string, query?: string): Promise<unknown>
  /** Stores runs that began in the last two hours, a minute apart, oldest first; when the first began. */
  storeRuns(id: string, runs: readonly Partial<ResultRow>[]): Promise<number>
}

/** About ICMP monitors, unless told. */
export function analyticsCalls(api: ApiUnderTest, segment = 'icmp'): AnalyticsCalls {
  const ask = (id: string, query: string) =>
    api.call('GET', `/v1/analytics/${segment}/${id}?${query}`, { afterMs: betweenAnalyticsMs })

  async function row(id: string, query: string): Promise<Record<string, unknown>> {
    const answer = await ask(id, query)
    assert.equal(answer.status, 200, answer.text)
    const data = answer.at('series.0.data.0')
    assert.ok(typeof data === 'object' && data !== null, answer.text)
    return { ...data }
  }

  return {
    ask,
    row,
    async availabilityOf(id, query = 'metrics=availability') {
      return (await row(id, query))['availability']
    },
    async storeRuns(id, runs) {
      const from = api.clock.now() - 2 * hourMs
      for (const [index, fields] of runs.entries()) {
        const startedAt = from + index * minuteMs
        await storeResult(api, id, { startedAt, scheduledAt: startedAt, ...fields })
      }
      return from
    },
  }
}

/** What stands under this name in each row of the first series. */
export function columnOf(answer: Answer, name: string): unknown[] {
  const data = answer.at('series.0.data')
  assert.ok(Array.isArray(data), answer.text)
  return data.map((entry: Record<string, unknown>) => entry[name])
}
