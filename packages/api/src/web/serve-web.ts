import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import type { ShowMissingPage } from '../http/error-handler.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import type { WebFile, WebFiles } from './web-files.ts'

/** Only what this server sends: no other address, no script or style within a page. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; " +
  "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The same of a worker, whose policy comes with its own file: it asks this server, and loads nothing. */
const filePolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

/** Addresses of screens: everything of an account lies below its id. */
const screens = ['/', '/sign-in', '/accounts/*']

/** The screen of the interface that says that there is nothing here. */
export function missingPageOf(files: WebFiles): ShowMissingPage {
  return (request, reply) => sendPage(request, reply.code(404), files)
}

/** Serves the interface for people, which then does everything through the API. */
export function serveWeb(app: App, files: WebFiles): void {
  // One visit asks for dozens of files, and a whole office may share an address: not counted.
  const options = { schema: { hide: true }, config: { access: publicAccess, limit: null } }

  for (const path of screens) {
    app.get(path, options, (request, reply) => sendPage(request, reply, files))
  }
  const sendNamed = (name: string) => (request: FastifyRequest, reply: FastifyReply) => {
    const file = files.get(name.endsWith('*') ? (request.url.split('?', 1)[0] ?? '') : name)
    if (file === undefined) throw notFound('file')
    return sendFile(request, reply.header('content-security-policy', filePolicy), file)
  }
  app.get('/assets/*', options, sendNamed('/assets/*'))
  app.get('/favicon.svg', options, sendNamed('/favicon.svg'))
}

function sendPage(request: FastifyRequest, reply: FastifyReply, files: WebFiles): FastifyReply {
  const page = files.get('/index.html')
  if (page === undefined) throw new Error('The web interface has no page')
  return sendFile(request, reply.header('content-security-policy', pagePolicy), page)
}

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  reply.header('etag', file.etag)
  reply.header('vary', 'Accept-Encoding')
  reply.header('cache-control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const { encoding, bytes } = choosePacking(String(request.headers['accept-encoding'] ?? ''), file)
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.type(file.type).send(bytes)
}

export function choosePacking(
  accepted: string,
  { packed, bytes }: Pick<WebFile, 'packed' | 'bytes'>,
): { encoding: 'br' | 'gzip' | null; bytes: Buffer } {
  for (const encoding of ['br', 'gzip'] as const) {
    const copy = packed[encoding]
    const isAccepted = accepted
      .split(',')
      .some((part) =>
        new RegExp(`^\\s*${encoding}\\s*(;\\s*q\\s*=\\s*(?!0(\\.0*)?\\s*$).*)?$`, 'i').test(part),
      )
    if (copy !== undefined && isAccepted) return { encoding, bytes: copy }
  }
  return { encoding: null, bytes }
}
