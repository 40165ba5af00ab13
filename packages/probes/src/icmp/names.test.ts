import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import { startDnsServer, type DnsServer } from '../../testing/dns-server.ts'
import { configOf, documentOf } from '../../testing/icmp-measurement.ts'
import { startIcmpEngine } from '../icmp-engine/engine.ts'
import type { IcmpEngine } from '../icmp-engine/ping-run.ts'
import { probeIcmp } from './probe.ts'
import { createNameResolver } from '../resolve-name.ts'

const skip = process.platform === 'linux' && process.getuid?.() === 0 ? false : 'ICMP sockets need root here'

describe('names', { skip }, () => {
  let server: DnsServer
  let engine: IcmpEngine

  before(async () => {
    server = await startDnsServer(({ name, type }) => {
      if (name === 'here.test') return { addresses: type === 'A' ? [Buffer.from([127, 0, 0, 9])] : [] }
      if (name === 'six.test') return { addresses: type === 'A' ? [] : [Buffer.alloc(16, 1)] }
      return { code: 'NXDOMAIN' }
    })
    engine = await startIcmpEngine({ intervalMs: 20, windowMs: 1000 })
  })

  after(async () => {
    await engine.close()
    await server.close()
  })

  const probe = (hostname: string, ipFamily: IpFamily | null = 'IPv4') =>
    probeIcmp(configOf(hostname, 2, ipFamily), {
      icmp: engine,
      resolveName: createNameResolver({ servers: [server.address] }),
      signal: new AbortController().signal,
    })

  test('a name is resolved first, and how long that took is told', async () => {
    const document = documentOf(await probe('here.test', null), 'answered')
    assert.equal(document.hostname, 'here.test')
    assert.equal(document.resolvedIp, '127.0.0.9')
    assert.equal(document.ipFamily, 'IPv4')
    assert.ok(document.dnsResolutionTime > 0)
  })

  for (const [hostname, code] of [
    ['six.test', 'ERR_INVALID_IP_ADDRESS'],
    ['::1', 'ERR_INVALID_IP_ADDRESS'],
    ['unknown.test', 'ENOTFOUND'],
  ] as const) {
    test(`I19: ${hostname} by IPv4 is ${code}, without a document`, async () => {
      const { outcome } = await probe(hostname)
      assert.ok(outcome.kind === 'unreachable')
      assert.equal(outcome.error.code, code)
      assert.equal(outcome.document, null)
    })
  }
})
