import { readFileSync } from 'node:fs'
import swaggerUi from '@fastify/swagger-ui'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'

/** Everything from this server; the page sets styles on its elements. */
const pagePolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; " +
  "base-uri 'self'; form-action 'self'; frame-ancestors 'none'"

/** The document, its frozen predecessor, and a page for people. */
export async function serveDocuments(app: App): Promise<void> {
  const config = { access: publicAccess }
  let current: string | undefined
  app.get('/openapi.json', { schema: { hide: true }, config }, async (_request, reply) => {
    current ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(current)
  })

  const frozen = readFileSync(new URL('swagger-frozen.json', import.meta.url), 'utf8')
  app.get('/swagger.json', { schema: { hide: true, deprecated: true }, config }, async (_request, reply) =>
    reply
      .header('link', '</openapi.json>; rel="successor-version"')
      .type('application/json; charset=utf-8')
      .send(frozen),
  )

  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: pagePolicy,
    // Without the bar on top, which would let the page load any document, and without an outside validator.
    uiConfig: { layout: 'BaseLayout', deepLinking: true, docExpansion: 'none', validatorUrl: null },
    theme: { title: 'Sonde API' },
  })
}
