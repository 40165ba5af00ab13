// Run with a low limit of descriptors: takes all of them, then looks at a port that is open with every type of check
// that opens a socket of its own, and prints what each came to, as JSON.
import { openSync } from 'node:fs'
import type { Outcome } from '@sonde/schema/runs/outcome.ts'
import { dnsConfig } from '@sonde/verdict/testing/dns-run.ts'
import { grpcConfig } from '@sonde/verdict/testing/grpc-run.ts'
import { sslRun } from '@sonde/verdict/testing/ssl-run.ts'
import { tcpConfig } from '@sonde/verdict/testing/tcp-run.ts'
import { urlConfig } from '@sonde/verdict/testing/url-run.ts'
import { probeDns } from '../src/dns/probe.ts'
import { probeGrpc } from '../src/grpc/probe.ts'
import { createNameResolver } from '../src/resolve-name.ts'
import { probeSsl } from '../src/ssl/probe.ts'
import { probeTcp } from '../src/tcp/probe.ts'
import { probeUrl } from '../src/url/probe.ts'
import { probeContext } from './probe-context.ts'

const port = Number(process.argv[2])
const hostname = '127.0.0.1'
const resolveName = createNameResolver({ servers: [`${hostname}:${port}`], hostsFile: '/dev/null' })
const context = { ...probeContext(), dnsResolvers: [] }
const looks: Record<string, () => Promise<{ outcome: Outcome<unknown> }>> = {
  TCP: () => probeTcp(tcpConfig({ request: { hostname, port } }), context),
  URL: () => probeUrl(urlConfig({ request: { url: `http://${hostname}:${port}/` } }), context),
  DNS: () => probeDns(dnsConfig({ request: { nameServer: hostname, port } }), context),
  'DNS over TCP': () =>
    probeDns(dnsConfig({ request: { nameServer: hostname, port, protocol: 'TCP' } }), context),
  SSL: () => probeSsl(sslRun({ sslConfig: { hostname, port } }), context),
  GRPC: () => probeGrpc(grpcConfig({ request: { url: hostname, port } }), context),
  'a name': () =>
    probeTcp(tcpConfig({ request: { hostname: 'shop.test', port } }), { ...context, resolveName }),
}
// Whatever is loaded on first use needs descriptors of its own.
for (const look of Object.values(looks)) await look()
takeAllDescriptors()
const outcomes: Record<string, string> = {}
for (const [name, look] of Object.entries(looks)) {
  const { outcome } = await look()
  outcomes[name] = outcome.kind === 'not-run' ? `${outcome.cause} ${outcome.error.code}` : outcome.kind
}
process.stdout.write(JSON.stringify(outcomes))
process.exit()

function takeAllDescriptors(): void {
  for (;;) {
    try {
      openSync('/dev/null', 'r')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EMFILE') return
      throw error
    }
  }
}
