import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** Takes webhooks at any path, notes when each was there in full, and tells all of them at `GET /received`. */
export type ReceivedWebhook = { path: string; delivery: string; checkId: string; arrivedAt: number }

const received: ReceivedWebhook[] = []

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(request.url === '/received' ? received : received.length))
    return
  }
  take(request)
    .then(() => response.end('ok'))
    .catch((error: unknown) => {
      process.stderr.write(`what came was no webhook: ${String(error)}\n`)
      request.destroy()
    })
})

async function take(request: IncomingMessage): Promise<void> {
  const body = await text(request)
  const arrivedAt = Date.now()
  received.push({
    path: request.url ?? '',
    delivery: String(request.headers['x-service-delivery']),
    checkId: checkIn(JSON.parse(body)),
    arrivedAt,
  })
}

function checkIn(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('check' in body)) return ''
  const { check } = body
  return typeof check === 'object' && check !== null && 'id' in check ? String(check.id) : ''
}

server.listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
