// Run inside a namespace: gives up root, traces the address of its argument by every protocol, prints what came as JSON.
import { traceProtocols } from '@sonde/schema/check-types/traceroute/traceroute-path.ts'
import { createTraceroute } from '../src/traceroute/create-traceroute.ts'
import { createTracerouteProbe } from '../src/traceroute/probe.ts'
import { tracerouteContext } from './traceroute-context.ts'
import { tracerouteConfig } from './traceroute-config.ts'

const nobody = 65_534
process.setgroups?.([])
process.setgid?.(nobody)
process.setuid?.(nobody)

const [ipv4 = '', ipv6 = ''] = process.argv.slice(2)
const traceroute = createTraceroute()
const probe = createTracerouteProbe()
const found: Record<string, unknown> = { capability: traceroute.capability, uid: process.getuid?.() }
for (const protocol of traceProtocols) {
  for (const [url, ipFamily] of [
    [ipv4, 'IPv4'],
    [ipv6, 'IPv6'],
  ] as const) {
    const { outcome } = await probe(
      tracerouteConfig({ url, ipFamily, protocol, maxHops: 8 }),
      tracerouteContext({ traceroute }),
    )
    found[`${protocol} ${ipFamily}`] = outcome
  }
}
process.stdout.write(JSON.stringify(found))
await traceroute.close()
