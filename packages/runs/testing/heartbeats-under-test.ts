import { createAlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import { listHeartbeatEvents } from '@sonde/store/heartbeats/heartbeat-events.ts'
import type { JsonObject } from '@sonde/store/engine/json-column.ts'
import { randomUUID } from 'node:crypto'
import { createPings } from '../src/heartbeats/take-pings.ts'
import { alertSettings, type AlertsUnderTest } from './alerts-under-test.ts'
import { quietAlerting } from './quiet-alerting.ts'

/** Heartbeat monitors and their pings, beside everything else that runs. */
export function heartbeatsOf(alerts: AlertsUnderTest) {
  const { store, clock, minute } = alerts
  const pings = createPings({ store, clock, alerts: createAlertIntake(quietAlerting) })

  return {
    pings,
    /** Every two minutes with a minute of grace, alerting at once, unless told. */
    async add(config: JsonObject = {}, fields: Partial<CheckRow> = {}): Promise<CheckRow> {
      const heartbeat = { period: 2, periodUnit: 'minutes', grace: 1, graceUnit: 'minutes' }
      return await alerts.addCheck(
        {
          locations: [],
          ...alertSettings('R1'),
          ...config,
          heartbeat: { ...heartbeat, pingToken: randomUUID(), ...Object(config['heartbeat']) },
        },
        { name: 'Backup', checkType: 'HEARTBEAT', frequency: null, frequencyOffset: null, ...fields },
      )
    },
    async ping(check: CheckRow): Promise<string | null> {
      const { pingToken } = check.config['heartbeat'] as { pingToken: string }
      const target = await pings.find(pingToken)
      return target === null ? 'unknown' : await pings.take(target, { source: null, userAgent: null })
    },
    /** `+15 FAILING`, oldest first. */
    async events(check: CheckRow): Promise<string[]> {
      const events = await listHeartbeatEvents(store.read, { checkId: check.id, limit: 1_000 })
      return events.toReversed().map(({ at, state }) => `${minute(at)} ${state}`)
    },
  }
}
