import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import type { App } from '../http/app-type.ts'
import { hoistComponents } from './hoist-components.ts'
import { operationIdOf } from './operation-id.ts'

const tags = [
  { name: 'Monitors', description: 'Uptime monitors, one route for each type' },
  { name: 'Heartbeats', description: 'Jobs that report in, and what happens when they stop' },
  { name: 'Checks', description: 'Checks and monitors of every type' },
  { name: 'Check results', description: 'What each run found' },
  { name: 'Check status', description: 'How each check stands' },
  { name: 'Check sessions', description: 'Running checks now, beside their schedule' },
  { name: 'Check groups', description: 'Checks that share settings' },
  { name: 'Triggers', description: 'Addresses that run a check when they are called' },
  { name: 'Deployment Triggers', description: 'Running checks when a repository was deployed' },
  { name: 'Environment variables', description: 'Values that all checks of an account can name' },
  { name: 'Snippets', description: 'Code that scripts of an account share' },
  { name: 'Secret scans', description: 'Credentials that stand where anybody can read them' },
  { name: 'Error Groups', description: 'The same failure, again and again' },
  { name: 'Client certificates', description: 'What checks show to servers that ask for a certificate' },
  { name: 'Analytics', description: 'Figures of many runs' },
  { name: 'Reporting', description: 'Availability and response times of all checks' },
  { name: 'Integration tokens', description: 'What opens the metrics for Prometheus' },
  { name: 'Accounts', description: 'Accounts, their members and what they may use' },
  { name: 'Users', description: 'Your own name, password and sessions' },
  { name: 'Session', description: 'Signing in to the web interface' },
  { name: 'Events', description: 'What happens, for pages that are open' },
  { name: 'Audit log', description: 'Who changed what, when and with which key' },
  { name: 'API keys', description: 'Keys of users and of accounts' },
  { name: 'Maintenance windows', description: 'Times in which checks rest or alerts are held back' },
  { name: 'Location', description: 'Where checks can run' },
  { name: 'Private locations', description: 'Places in your own network, their agents and keys' },
  { name: 'Status Pages', description: 'What you tell the people who use what you run' },
  { name: 'Status Page Services', description: 'The parts of it that people know' },
  { name: 'Status Page Incidents', description: 'What is or was wrong with them' },
  { name: 'Subscriptions', description: 'Who gets mails about a status page' },
  { name: 'Dashboards', description: 'How checks stand, for whoever has the address' },
  { name: 'Incidents', description: 'What a dashboard tells about trouble' },
  { name: 'Incident Updates', description: 'How that goes on' },
  { name: 'Badges', description: 'The status of checks and groups as images' },
  { name: 'Runtimes', description: 'What scripted checks run on' },
  { name: 'Static IPs', description: 'Where probes come from' },
  { name: 'Operations', description: 'Running the server itself' },
]

const accountHeader = {
  name: 'X-Service-Account',
  in: 'header',
  description: 'The account to act on. A service key may leave it out.',
  schema: { type: 'string', format: 'uuid' },
} as const

/** Collects the routes as they are registered. The document is made from the schemas that judge requests. */
export async function describeApi(app: App, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.0.3',
      info: {
        title: 'Sonde API',
        version: 'v1',
        description: `The HTTP API of Sonde ${version}: everything that the product does.`,
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      // Relative: the document is served by the server that it describes.
      servers: [{ url: '/' }],
      tags,
      components: {
        securitySchemes: {
          Bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'Bearer',
            description: 'An API key, without the word Bearer.',
          },
          Session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'sonde_session',
            description:
              'What POST /v1/session sets, for browsers. All but GET, HEAD and OPTIONS then need the header X-CSRF-Token, and it counts only where no key is sent.',
          },
        },
      },
      security: [{ Bearer: [] }, { Session: [] }],
    },
    transform: ({ schema, url, route }) => {
      const method = String([route.method].flat()[0])
      const isPublic = route.config?.access?.kind === 'public'
      const described: FastifySchema = { ...schema, operationId: operationIdOf(method, url) }
      if (isPublic) return { schema: { ...described, security: [] }, url }
      const isForPrograms = route.config?.access?.kind === 'integration'
      return { schema: isForPrograms ? { ...described, security: [{ Bearer: [] }] } : described, url }
    },
    transformObject: (documentObject) => {
      if (!('openapiObject' in documentObject)) return documentObject.swaggerObject
      const document = hoistComponents(documentObject.openapiObject)
      for (const item of Object.values(document.paths ?? {})) {
        for (const operation of Object.values(item ?? {})) finish(operation)
      }
      return document
    },
  })
}

type Parameter = { required?: boolean; schema?: { type?: string; default?: unknown } }

type Operation = {
  parameters?: Parameter[]
  security?: readonly object[]
  responses: Record<string, { description: string; content?: Content }>
}

/** What no route has to say itself: the account header, and what each status means. */
function finish(value: unknown): void {
  if (!isOperation(value)) return
  for (const parameter of value.parameters ?? []) {
    // A handler always finds a value with a default; a caller need not send it.
    if (parameter.schema?.default !== undefined) parameter.required = false
  }
  if (value.security?.length !== 0) value.parameters = [...(value.parameters ?? []), accountHeader]
  for (const [status, response] of Object.entries(value.responses)) {
    response.description = STATUS_CODES[status] ?? response.description
    response.content &&= withJsonErrors(response.content)
  }
}

type Content = Readonly<Record<string, { schema?: { $ref?: string } }>>

/** An operation that answers text or a picture still refuses in JSON; a page for people refuses with a page. */
function withJsonErrors(content: Content): Content {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      const isError = media.schema?.$ref?.endsWith('Error') === true && type !== 'text/html'
      return [isError ? 'application/json' : type, media]
    }),
  )
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'operationId' in value && 'responses' in value
}
