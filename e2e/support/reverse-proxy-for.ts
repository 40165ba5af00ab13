import {
  type ProxyOptions,
  type ReverseProxy,
  startReverseProxy,
} from '../../scripts/cluster/reverse-proxy.ts'
import type { Owner } from './server-process.ts'

/** A reverse proxy that is gone after the test. */
export async function reverseProxyFor(test: Owner, options: ProxyOptions): Promise<ReverseProxy> {
  const proxy = await startReverseProxy(options)
  test.after(proxy.stop)
  return proxy
}
