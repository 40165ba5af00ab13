import { readVerdictSpans } from '@sonde/analytics/verdict-spans.ts'
import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { CheckParams } from '@sonde/schema/checks/check-query.ts'
import {
  CheckVerdicts,
  CheckVerdictsQuery,
  longestFineWindowHours,
  mostVerdictSpans,
} from '@sonde/schema/checks/check-verdicts.ts'
import { windowAsked } from '../analytics/analytics-request.ts'
import type { ApiDeps } from '../api-deps.ts'
import { knownCheck } from '../check-results/known-check.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { invalid } from '../http/refusal.ts'

export function getCheckVerdicts(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/checks/:id/verdicts',
    {
      schema: {
        summary: 'Count the verdicts of a check',
        description:
          'How many of its final results passed, were degraded, failed or had no verdict, in each interval of a ' +
          'window. For a heartbeat monitor, its events.',
        tags: ['Check status'],
        params: CheckParams,
        querystring: CheckVerdictsQuery,
        response: answers({ 200: CheckVerdicts }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' }, compresses: true },
    },
    async (request) => {
      const { intervalMinutes } = request.query
      const window = windowAsked(request.query, deps.clock.now())
      const widthMs = intervalMinutes * minuteMs
      requireInterval(window.to - window.from, widthMs)
      const { check, checkNo } = await knownCheck(deps.store.read, {
        accountId: accountOf(request).id,
        checkId: request.params.id,
      })
      const spans = await readVerdictSpans(deps, {
        check: { checkId: check.id, checkNo, checkType: check.checkType },
        window,
        widthMs,
      })
      const isByHours = widthMs % hourMs === 0
      const sum = (count: (span: (typeof spans)[number]) => number) =>
        spans.reduce((total, span) => total + count(span), 0)
      return {
        checkId: check.id,
        from: new Date(isByHours ? window.from - (window.from % hourMs) : window.from).toISOString(),
        to: new Date(window.to).toISOString(),
        intervalMinutes,
        runs: sum(({ passed, degraded, failed }) => passed + degraded + failed),
        failed: sum(({ failed }) => failed),
        spans: spans.map((span) => ({ ...span, startsAt: new Date(span.startsAt).toISOString() })),
      }
    },
  )
}

function requireInterval(lengthMs: number, widthMs: number): void {
  const refused = (message: string) => invalid('query', [{ path: 'intervalMinutes', message }])
  if (lengthMs / widthMs > mostVerdictSpans) {
    throw refused(`would split this window into more than ${mostVerdictSpans} intervals`)
  }
  if (widthMs % hourMs !== 0 && lengthMs > longestFineWindowHours * hourMs) {
    throw refused(`must be whole hours, because the window is longer than ${longestFineWindowHours} hours`)
  }
}
