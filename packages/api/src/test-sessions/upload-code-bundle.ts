import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { FastifyRequest } from 'fastify'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { HttpRefusal, invalid } from '../http/refusal.ts'

const mostBytes = 150 * 1024 * 1024

const CodeBundle = Type.Object({
  key: Type.String(),
  versionID: Type.String(),
  lastModified: Type.String({ format: 'date-time' }),
  contentLength: Type.Integer({ minimum: 0 }),
  checksumSha256: Type.String(),
})

/**
 * The client sends a bundle with every test, also when nothing needs one. It is measured as it comes and not kept: the
 * only checks that use bundles are suites, which nothing here runs yet, and each of which says so.
 */
export function uploadCodeBundle(app: App): void {
  void app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    scope.post(
      '/next/checkly-storage/upload-code-bundle',
      {
        schema: {
          hide: true,
          response: { 200: CodeBundle },
        },
        config: {
          access: { kind: 'account', role: 'READ_WRITE' },
          limit: { max: 3_000, windowSeconds: 60 },
        },
      },
      async (request) => {
        const body = request.body instanceof Readable ? request.body : Readable.from([])
        const { bytes, sha256 } = await measured(request, body).finally(() => body.resume())
        const announced = request.headers['x-bundle-checksum-sha256']
        if (announced !== undefined && String(announced).toLowerCase() !== sha256)
          throw invalid('headers', [
            { path: 'x-bundle-checksum-sha256', message: 'is not the checksum of the body' },
          ])
        return {
          key: `${accountOf(request).id}/${sha256}`,
          versionID: sha256,
          lastModified: new Date().toISOString(),
          contentLength: bytes,
          checksumSha256: sha256,
        }
      },
    )
  })
}

async function measured(
  { headers }: FastifyRequest,
  body: Readable,
): Promise<{ bytes: number; sha256: string }> {
  if (Number(headers['content-length'] ?? 0) > mostBytes) throw tooLarge()
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue
    bytes += chunk.length
    if (bytes > mostBytes) throw tooLarge()
    hash.update(chunk)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** The client reads the number from the sentence. */
function tooLarge(): HttpRefusal {
  return new HttpRefusal(413, `The code bundle is too large, maximum allowed: ${mostBytes}`)
}
