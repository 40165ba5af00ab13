import type { TestContext } from 'node:test'
import { createNamespace, type NetworkNamespace } from '@sonde/probes/testing/network-namespace.ts'
import { inside, openDoorTo } from './namespace-doors.ts'
import { startService, type Service } from './service-under-test.ts'

/**
 * A server with its own agent in a network of its own, so that what it measures is what the test made. Its address
 * is the same from inside and from outside: the one that it prints, and that its alerts link to, opens in a browser.
 */
export async function startServiceInside(
  test: TestContext,
  {
    network = makeNetwork(test),
    settings = {},
  }: { network?: NetworkNamespace; settings?: Readonly<Record<string, string>> } = {},
): Promise<Service> {
  return await startService(test, {
    settings: { SONDE_EMBEDDED_AGENT: 'on', ...settings },
    through: inside(network),
    reachedAt: async (port) => `http://127.0.0.1:${await openDoorTo(test, network, port, port)}`,
  })
}

function makeNetwork(test: TestContext): NetworkNamespace {
  const network = createNamespace({ pingGroups: true })
  test.after(() => network.delete())
  return network
}
