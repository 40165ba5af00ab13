import {
  counterFamily,
  gaugeFamily,
  labelText,
  type MetricFamily,
  sampleLine,
} from '@sonde/analytics/prometheus/exposition.ts'
import type { Readiness } from './readiness.ts'
import type { ServerFacts } from './server-facts.ts'

/** Who this server is, and whether it can do its work. */
export function serverFamilies(server: ServerFacts, { isReady }: Readiness): MetricFamily[] {
  const { id, name, roles, version } = server
  const labels = labelText([
    ['id', id],
    ['name', name],
    ['roles', roles.join()],
    ['version', version],
  ])
  return [
    {
      name: 'sonde_server_info',
      help: 'This server; the value is always 1',
      type: 'gauge',
      lines: [sampleLine('sonde_server_info', labels, 1)],
    },
    {
      name: 'sonde_role_ready',
      help: 'Whether this server is ready, by role; /ready says why not',
      type: 'gauge',
      lines: roles.map((role) =>
        sampleLine('sonde_role_ready', labelText([['role', role]]), Number(isReady)),
      ),
    },
    ...natsFamilies(server.nats()),
  ]
}

function natsFamilies(nats: ReturnType<ServerFacts['nats']>): MetricFamily[] {
  if (nats === null) return []
  return [
    gaugeFamily('sonde_nats_up', 'Whether this server is connected to NATS', Number(nats.isUp)),
    counterFamily('sonde_nats_reconnects_total', 'New connections to NATS, since the start', nats.reconnects),
  ]
}
