import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { connectNamespaces, createNamespace } from '@sonde/probes/testing/network-namespace.ts'

/** The server and the host that it watches, each in a network of its own behind one router. */
export function buildNetworks(t: TestContext) {
  const [router, site, host] = [1, 2, 3].map(() => createNamespace({ pingGroups: true }))
  assert.ok(router && site && host)
  t.after(() => {
    for (const network of [router, site, host]) network.delete()
  })
  router.setSysctl('net.ipv4.ip_forward', '1')
  connectNamespaces([router, ['10.72.1.1/24']], [site, ['10.72.1.2/24']])
  const { rightDevice } = connectNamespaces([router, ['10.72.2.1/24']], [host, ['10.72.2.2/24']])
  const reachRouter = () => host.ip('route add default via 10.72.2.1')
  site.ip('route add default via 10.72.1.1')
  reachRouter()
  return {
    site,
    address: '10.72.2.2',
    goDown: () => host.ip(`link set ${rightDevice} down`),
    comeUp() {
      host.ip(`link set ${rightDevice} up`)
      reachRouter()
    },
  }
}
