import type { AlertingSettings } from '@sonde/alerting/alerting-settings.ts'
import { createEgressPolicy } from '@sonde/egress/egress-policy.ts'
import { createHostLookup } from '@sonde/egress/host-lookup.ts'
import { httpTryMs } from '@sonde/egress/http-request.ts'
import { workOnChange } from '@sonde/ground/work-on-change.ts'
import { createTraceExporter } from '@sonde/runs/trace-export/trace-exporter.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { Logger } from 'pino'

/** How long a run that has ended waits at most before its export begins. */
const lookEveryMs = 1_000

/** Exports runs beside the checks, on the one server that runs these: no run is sent by two. */
export function startTraceExport(deps: {
  store: Store
  clock: Clock
  log: Logger
  egress: AlertingSettings['egress']
  rawRetentionDays: number
}): { stop(): Promise<void> } {
  const { egress, log } = deps
  const exporter = createTraceExporter({
    ...deps,
    http: {
      policy: createEgressPolicy(egress),
      lookup: createHostLookup(),
      timeoutMs: httpTryMs,
      namesAddresses: egress.reach === 'all',
    },
  })
  const job = workOnChange({
    name: 'exporting traces',
    pauseMs: lookEveryMs,
    changes: deps.store.changes,
    clock: deps.clock,
    log,
    work: exporter.work,
  })
  job.start()
  return {
    async stop() {
      await job.stop()
      await exporter.untilIdle()
    },
  }
}
