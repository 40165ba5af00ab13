import { readFileSync } from 'node:fs'
import swaggerUi from '@fastify/swagger-ui'
import { projectJsonSchema, projectSchemaPath } from '@sonde/schema/projects/project-json-schema.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'

/** Everything from this server; the page sets styles on its elements. */
const pagePolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; " +
  "base-uri 'self'; form-action 'self'; frame-ancestors 'none'"

/** The page of the library knows neither phones nor the colour scheme of the system by itself. */
const fitTheReader = `
const viewport = document.createElement('meta')
viewport.name = 'viewport'
viewport.content = 'width=device-width, initial-scale=1'
document.head.append(viewport)
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
`

/** For a server without the interface for people. */
export function redirectToDocuments(app: App): void {
  const options = { schema: { hide: true }, config: { access: publicAccess } }
  app.get('/', options, async (_request, reply) => reply.redirect('/docs'))
}

/** The document, its frozen predecessor, the schema of project files, and a page for people. */
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

  let projectSchema: string | undefined
  app.get(projectSchemaPath, { schema: { hide: true }, config }, async (_request, reply) => {
    projectSchema ??= JSON.stringify(projectJsonSchema())
    return reply.type('application/schema+json; charset=utf-8').send(projectSchema)
  })

  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: pagePolicy,
    // Without the bar on top, which would let the page load any document, and without an outside validator.
    uiConfig: {
      url: '/openapi.json',
      layout: 'BaseLayout',
      deepLinking: true,
      docExpansion: 'list',
      validatorUrl: null,
    },
    theme: { title: 'Sonde API', js: [{ filename: 'fit-the-reader.js', content: fitTheReader }] },
  })
}
