import { createAlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import { createPings } from '@sonde/runs/heartbeats/take-pings.ts'
import { PingAnswer, PingParams } from '@sonde/schema/check-types/heartbeat/heartbeat-event.ts'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { ignoreBodies } from '../http/bodies/ignored-bodies.ts'
import { publicAnswers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { tooManyRequests } from '../http/refusal.ts'
import type { Windows } from '../http/windows.ts'

const pingsPerSecond = 5

/** Where jobs report in. */
export function ping(app: App, deps: ApiDeps & { windows: Windows }): void {
  const { store, clock, windows, publicUrl, wakeDelivery } = deps
  const alerts = createAlertIntake({ publicUrl, wakeDelivery, canMail: deps.alerting.smtp !== null })
  const pings = createPings({ store, clock, alerts })
  // Only for tokens that there are: strangers fill no memory.
  const calls = { name: 'ping', max: pingsPerSecond, windowMs: 1_000 }

  void app.register(async (scope: App) => {
    ignoreBodies(scope)
    for (const method of ['GET', 'POST'] as const) {
      scope.route({
        method,
        url: '/ping/:token',
        schema: {
          summary: 'Send a ping to a heartbeat monitor',
          description:
            'Needs no key: the token in the path is the secret. The body is ignored. A deactivated monitor ' +
            `also returns 200, and records nothing. At most ${pingsPerSecond} pings a second for each token.`,
          tags: ['Heartbeats'],
          params: PingParams,
          response: publicAnswers({ 200: PingAnswer }, 404),
        },
        // Many jobs may share an address: each token has its own limit instead.
        config: { access: publicAccess, limit: null },
        handler: async (request) => {
          const target = await pings.find(request.params.token)
          if (target === null) throw notFound('heartbeat monitor')
          const { allowed } = await windows.hit(calls, target.checkId)
          if (!allowed) throw tooManyRequests(1)
          const { origin, referer, 'user-agent': userAgent = null } = request.headers
          return { state: await pings.take(target, { source: origin ?? referer ?? null, userAgent }) }
        },
      })
    }
  })
}
