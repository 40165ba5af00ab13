import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Owner } from './server-process.ts'
import { startService, type Service, type ServiceOptions } from './service-under-test.ts'

/** A service that knows how many streams of events are open: what a worker of a browser asks for is seen by no test of its pages. */
export async function startCountedService(
  owner: Owner,
  options: ServiceOptions = {},
): Promise<{ service: Service; openStreams(): number }> {
  let openStreams = () => 0
  const service = await startService(owner, {
    ...options,
    reachedAt: async (port) => {
      const between = await startBetween(owner, port)
      openStreams = between.openStreams
      return between.address
    },
  })
  return { service, openStreams: () => openStreams() }
}

/** Between browsers and a server at a port: hands everything on. */
async function startBetween(owner: Owner, port: number): Promise<{ address: string; openStreams(): number }> {
  let count = 0
  const between = createServer((incoming, answer) => {
    const { method, url = '/', headers } = incoming
    const isStream = /^\/v1\/accounts\/[^/]+\/events/.test(url)
    const forwarded = request(
      { host: '127.0.0.1', port, path: url, method, headers, agent: false },
      (response) => {
        if (isStream && response.statusCode === 200) {
          count += 1
          answer.on('close', () => (count -= 1))
        }
        answer.writeHead(response.statusCode ?? 502, response.headers)
        answer.flushHeaders()
        response.pipe(answer)
        response.on('error', () => answer.destroy())
      },
    )
    answer.on('close', () => forwarded.destroy())
    forwarded.on('error', () => answer.destroy())
    incoming.pipe(forwarded)
  })
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')
  owner.after(() => {
    between.close()
    between.closeAllConnections()
  })
  return {
    address: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
    openStreams: () => count,
  }
}
