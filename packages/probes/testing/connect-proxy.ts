import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { listen } from './url-probing.ts'

/** A real proxy that wants a password and knows CONNECT alone; it tells what it was asked for. */
export async function startConnectProxy(
  t: TestContext,
  credentials: string,
): Promise<{ url: URL; seen: string[] }> {
  const wanted = `Basic ${Buffer.from(credentials).toString('base64')}`
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.writeHead(405).end()
  })
  server.on('connect', (request, client: Socket) => {
    seen.push(`CONNECT ${request.url}`)
    client.on('error', () => client.destroy())
    if (request.headers['proxy-authorization'] !== wanted) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const target = connect({ host: '127.0.0.1', port: Number(request.url?.split(':').at(-1)) }, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      target.pipe(client).pipe(target)
    })
    target.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
    client.on('close', () => target.destroy())
  })
  return { url: new URL(`http://${credentials}@127.0.0.1:${await listen(t, server)}`), seen }
}
