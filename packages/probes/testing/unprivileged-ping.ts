// Run inside a namespace: gives up root, pings loopback like any user's agent would, prints what came of it as JSON.
// With `later` it first says so when it is refused, and goes on asking until it is not.
import { setTimeout as delay } from 'node:timers/promises'
import type { IcmpRunConfig } from '@sonde/schema/check-types/icmp/result.ts'
import { probeIcmp } from '../src/icmp/probe.ts'
import { createNameResolver } from '../src/resolve-name.ts'
import { startIcmp } from '../src/icmp/start.ts'

const nobody = 65_534
process.setgroups?.([])
process.setgid?.(nobody)
process.setuid?.(nobody)

const isLater = process.argv[2] === 'later'
const runs = isLater ? 1 : Number(process.argv[2])
const config: IcmpRunConfig = {
  request: { hostname: '127.0.0.1', ipFamily: 'IPv4', pingCount: 2, assertions: [] },
  shouldFail: false,
  degradedResponseTime: null,
  maxResponseTime: null,
  degradedPacketLossThreshold: 10,
  maxPacketLossThreshold: 20,
}
const icmp = await startIcmp({ intervalMs: 100, windowMs: 2000 })
const context = { icmp, resolveName: createNameResolver(), signal: new AbortController().signal }
if (isLater) await untilAllowed()
const measured = await Promise.all(
  Array.from({ length: runs }, (_, index) =>
    probeIcmp(
      { ...config, request: { ...config.request, hostname: `127.0.0.${(index % 250) + 1}` } },
      context,
    ),
  ),
)
const ipv6 = await probeIcmp(
  { ...config, request: { ...config.request, hostname: '::1', ipFamily: 'IPv6' } },
  context,
)
const lost = measured.map(({ outcome }) => (outcome.kind === 'answered' ? outcome.document.packetLoss : 100))
process.stdout.write(
  JSON.stringify({
    capability: icmp.capability,
    uid: process.getuid?.(),
    first: measured[0],
    ipv6,
    withLoss: lost.filter((loss) => loss > 0).length,
  }),
)
await icmp.close()

async function untilAllowed(): Promise<void> {
  const deadlineMs = performance.now() + 10_000
  let hasSaid = false
  while (performance.now() < deadlineMs) {
    const { outcome } = await probeIcmp(config, context)
    if (outcome.kind !== 'not-run') return
    if (!hasSaid) process.stderr.write('refused\n')
    hasSaid = true
    await delay(50)
  }
}
