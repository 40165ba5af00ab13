import swagger from '@fastify/swagger'
import { http } from '@sonde/ground/node-http.ts'
import type { FastifySchema } from 'fastify'
import type { App } from '../http/app-type.ts'
import { hoistComponents } from './hoist-components.ts'
import { operationIdOf } from './operation-id.ts'

const tags = [
  { name: 'Monitors', description: 'Uptime monitors, one route for each type' },
  { name: 'Heartbeats', description: 'Monitors for jobs that send pings' },
  { name: 'Checks', description: 'Checks and monitors of every type' },
  { name: 'Check results', description: 'Results of runs' },
  { name: 'Check status', description: 'The current status of checks' },
  { name: 'Check sessions', description: 'Running checks now, in addition to their schedule' },
  { name: 'Check groups', description: 'Checks that share settings' },
  { name: 'Triggers', description: 'URLs that run a check when they are called' },
  { name: 'Deployment Triggers', description: 'Running checks after a deployment' },
  { name: 'Environment variables', description: 'Variables for all checks of an account' },
  { name: 'Snippets', description: 'Code shared by scripts of an account' },
  { name: 'Secret scans', description: 'Finding credentials that are stored unencrypted' },
  { name: 'Error Groups', description: 'Failures grouped by their message' },
  { name: 'Client certificates', description: 'Certificates that checks present to servers' },
  { name: 'Analytics', description: 'Statistics of many runs' },
  { name: 'Reporting', description: 'Availability and response times of all checks' },
  { name: 'Integration tokens', description: 'Tokens for Prometheus and other programs' },
  { name: 'Accounts', description: 'Accounts, their members and their limits' },
  { name: 'Users', description: 'Your own name, password and sessions' },
  { name: 'Session', description: 'Signing in to the web interface' },
  { name: 'Events', description: 'Live changes for open pages' },
  { name: 'Audit log', description: 'Who changed what and when' },
  { name: 'API keys', description: 'Keys of users and of accounts' },
  { name: 'Maintenance windows', description: 'Times in which checks are paused or alerts are silenced' },
  { name: 'Location', description: 'Where checks can run' },
  { name: 'Private locations', description: 'Locations in your own network, their agents and keys' },
  { name: 'Status Pages', description: 'Public status pages' },
  { name: 'Status Page Automation Rules', description: 'Rules that open incidents while checks fail' },
  { name: 'Status Page Components', description: 'Parts of status pages of version 3' },
  { name: 'Status Page Services', description: 'Services shown on status pages' },
  { name: 'Status Page Incidents', description: 'Incidents shown on status pages' },
  { name: 'Subscriptions', description: 'Mail subscribers of a status page' },
  { name: 'Dashboards', description: 'Dashboards of checks' },
  { name: 'Incidents', description: 'Incidents shown on dashboards' },
  { name: 'Incident Updates', description: 'Updates of dashboard incidents' },
  { name: 'Badges', description: 'The status of checks and groups as images' },
  { name: 'Runtimes', description: 'Runtimes of scripted checks' },
  { name: 'Static IPs', description: 'Source addresses of probes' },
  { name: 'Operations', description: 'Health and metrics of the server' },
]

const accountHeader = {
  name: 'X-Service-Account',
  in: 'header',
  description: 'The id of the account. Optional with a service key.',
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
        description: `The HTTP API of Sonde ${version}.`,
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
              'The cookie that POST /v1/session sets, for browsers. Requests other than GET, HEAD and OPTIONS also need the header X-CSRF-Token. Ignored if an API key is sent.',
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
    response.description = http.STATUS_CODES[status] ?? response.description
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
