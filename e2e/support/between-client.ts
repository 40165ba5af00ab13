import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/**
 * Between a client and the service: hands everything on, and hears of deployments that are asked for, of those that begin, and
 * of what their streams tell first.
 */
export async function startBetween(
  t: TestContext,
  target: string,
  {
    onPosted = () => {},
    onDeploy = () => {},
    onStream = () => 'pass',
  }: { onPosted?: () => void; onDeploy?: () => void; onStream?: () => 'pass' | 'break' },
): Promise<{ address: string }> {
  const server = createServer((incoming, answer) => {
    const { method = 'GET', url = '/', headers } = incoming
    const isDeploy = method === 'POST' && url.startsWith('/v1/projects/deploy')
    if (isDeploy) onPosted()
    const forwarded = request(new URL(url, target), { method, headers, agent: false }, (response) => {
      if (isDeploy) onDeploy()
      answer.writeHead(response.statusCode ?? 502, response.headers)
      answer.flushHeaders()
      if (url.endsWith('/events'))
        response.once('data', () => {
          if (onStream() === 'break') answer.destroy()
        })
      response.pipe(answer)
      response.on('error', () => answer.destroy())
    })
    answer.on('close', () => forwarded.destroy())
    forwarded.on('error', () => answer.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
