import { backtestAlerts } from '@sonde/actions/checks/backtest-alerts.ts'
import { AlertBacktest, AlertBacktestRequest } from '@sonde/schema/alerts/alert-backtest.ts'
import { CheckParams } from '@sonde/schema/checks/check-query.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function alertBacktestRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/checks/:id/alert-backtest',
    {
      schema: {
        summary: 'Replay stored results under other alert settings',
        description:
          'Shows which alerts would have been raised earlier, later or not at all. Mutes, maintenance and ' +
          'subscriptions are ignored for both settings. Changes nothing.',
        tags: ['Checks'],
        params: CheckParams,
        body: AlertBacktestRequest,
        response: answers({ 200: AlertBacktest }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) =>
      backtestAlerts(deps, actorOf(request, deps), { id: request.params.id, input: request.body }),
  )
}
