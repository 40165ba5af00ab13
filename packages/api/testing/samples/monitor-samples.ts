import type { ApiUnderTest } from '../api-under-test.ts'
import type { Sample } from './operation-sample.ts'
import { uploadEmptyProject } from '../project-bundle.ts'
import { richApi } from '../monitors/write-api-check.ts'
import { richBrowser } from './rich-browser.ts'
import { richMultistep } from './rich-multistep.ts'
import { richDns } from '../monitors/write-dns.ts'
import { richGrpc } from '../monitors/write-grpc.ts'
import { richSsl } from '../monitors/write-ssl.ts'
import { richTcp } from '../monitors/write-tcp.ts'
import { richTraceroute } from '../monitors/write-traceroute.ts'
import { richUrl } from '../monitors/write-url.ts'

/** Of each type: its place in paths, that of its figures in the name of the operation, a full body, some figures. */
const monitors: readonly {
  segment: string
  analyticsName: string
  body: object
  metrics: string
  groupBy?: string
}[] = [
  {
    segment: 'api',
    analyticsName: 'Apichecks',
    body: richApi,
    metrics: 'availability,responseTime_p95,firstByte_avg',
    groupBy: 'statusCode',
  },
  {
    segment: 'browser',
    analyticsName: 'Browserchecks',
    body: richBrowser,
    metrics: 'availability,responseTime_p95,LCP_p95,CLS_avg,consoleErrors_sum',
  },
  {
    segment: 'multistep',
    analyticsName: 'Multistepchecks',
    body: richMultistep,
    metrics: 'availability,responseTime_p95',
  },
  {
    segment: 'playwright',
    analyticsName: 'Playwrightchecks',
    body: {
      name: 'Shop',
      testCommand: 'npx playwright test --grep @smoke',
      engine: 'node',
      engineVersion: '24',
    },
    metrics: 'availability,responseTime_p95',
  },
  {
    segment: 'grpc',
    analyticsName: 'Grpcchecks',
    body: richGrpc,
    metrics: 'availability,total_p95,dns_avg,connect_max',
  },
  {
    segment: 'ssl',
    analyticsName: 'Ssl',
    body: richSsl,
    metrics: 'availability,handshakeTimeMs_p95,daysUntilExpiry_min',
  },
  {
    segment: 'traceroute',
    analyticsName: 'Traceroute',
    body: richTraceroute,
    metrics: 'availability,finalHopLatencyAvg_p95,totalHops_max',
  },
  {
    segment: 'tcp',
    analyticsName: 'Tcpchecks',
    body: richTcp,
    metrics: 'availability,total_p95,connection_avg',
  },
  { segment: 'dns', analyticsName: 'Dns', body: richDns, metrics: 'availability,total_p95' },
  {
    segment: 'url',
    analyticsName: 'Urlmonitors',
    body: richUrl,
    metrics: 'availability,responseTime_p95',
    groupBy: 'statusCode',
  },
]

/** One good request for every operation that each type of monitor has of its own. */
export function monitorSamples(api: ApiUnderTest): Record<string, () => Promise<Sample>> {
  return Object.fromEntries(
    monitors.flatMap(({ segment, analyticsName, body, metrics, groupBy = 'runLocation' }) => {
      const whole = async () =>
        segment === 'playwright' ? { ...body, codeBundlePath: await uploadEmptyProject(api) } : body
      const make = async (): Promise<Sample> => {
        const made = await api.call('POST', `/v1/checks/${segment}`, { body: await whole() })
        return { values: { id: made.textAt('id') } }
      }
      const change = async (): Promise<Sample> => ({ ...(await make()), body: { muted: true } })
      const type = `${segment.charAt(0).toUpperCase()}${segment.slice(1)}`
      const query = `?metrics=${metrics}&groupBy=${groupBy}`
      const entries: [string, () => Promise<Sample>][] = [
        [`postV1Checks${type}`, async () => ({ body: await whole() })],
        [`putV1Checks${type}Id`, change],
        [`patchV1Checks${type}Id`, change],
        [`getV1Analytics${analyticsName}Id`, async () => ({ ...(await make()), query, hasOwnLimit: true })],
      ]
      return entries
    }),
  )
}
