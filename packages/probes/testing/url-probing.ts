import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer, type ServerOptions } from 'node:https'
import { createServer as createRawServer, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { TestContext } from 'node:test'
import { exchangeLimits } from '@sonde/probes/http/exchange.ts'
import { createUrlProbe, type UrlLimits } from '@sonde/probes/url/probe.ts'
import type { ApiCheckResult } from '@sonde/schema/check-types/api-check-result.ts'
import { evaluateUrl } from '@sonde/verdict/url/evaluate.ts'
import type { Evaluation } from '@sonde/verdict/evaluation.ts'
import { urlConfig } from '@sonde/verdict/testing/url-run.ts'
import { probeContext } from './probe-context.ts'

type Config = NonNullable<Parameters<typeof urlConfig>[0]>

/** Measures and evaluates an address, with limits that no busy machine reaches unless told. */
export async function look(
  url: string,
  {
    config = {},
    context = {},
    limits = {},
  }: { config?: Config; context?: Parameters<typeof probeContext>[0]; limits?: Partial<UrlLimits> } = {},
): Promise<Evaluation<ApiCheckResult>> {
  const probe = createUrlProbe({ ...exchangeLimits, graceMs: 20_000, ...limits })
  const run = urlConfig({
    maxResponseTime: null,
    degradedResponseTime: null,
    ...config,
    request: { ...config.request, url },
  })
  return evaluateUrl(run, await probe(run, probeContext(context)))
}

export function levelOf({ verdict }: Evaluation<unknown>): string {
  return verdict.kind
}

export function codeOf({ detail }: Evaluation<ApiCheckResult>): string | null {
  return detail.response.error?.code ?? null
}

/** An HTTP server of the test; the address of its root. */
export async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(t, createServer(listener))}`
}

export async function serveSecurely(
  t: TestContext,
  options: ServerOptions,
  listener: RequestListener,
): Promise<number> {
  const server = createSecureServer(options, listener)
  server.on('tlsClientError', ignore)
  return listen(t, server)
}

/** A server that says whatever the test wants, as soon as it was asked. */
export async function serveRaw(t: TestContext, onAsked: (socket: Socket) => void): Promise<string> {
  const server = createRawServer((socket) => {
    socket.on('error', ignore)
    socket.once('data', () => onAsked(socket))
  })
  return `http://127.0.0.1:${await listen(t, server)}`
}

/** A port of this machine where nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createRawServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}

/** Repeats a text for as long as the other side reads. */
export function flood(socket: Socket, text: string): void {
  const bytes = Buffer.from(text.repeat(Math.ceil(16_384 / text.length)))
  const write = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on('drain', write)
  write()
}

/** The port of a server that answers everything with 200; null where there is no IPv6. */
export async function listenOnIpv6(t: TestContext): Promise<number | null> {
  const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
    list?.some(({ address }) => address === '::1'),
  )
  if (!hasIpv6) return null
  return listen(
    t,
    createServer((_request, response) => response.end()),
    '::1',
  )
}

export async function listen(t: TestContext, server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, host)
  await once(server, 'listening')
  t.after(async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  })
  return portOf(server)
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Clients of these tests hang up in every way there is. */
function ignore(): void {
  return undefined
}
