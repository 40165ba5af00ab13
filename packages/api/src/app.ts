import Fastify from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { ApiDeps } from './api-deps.ts'
import { createLocationKeyHolders } from './agent-protocol/location-key-holders.ts'
import type { App } from './http/app-type.ts'
import { authenticateRequests } from './http/authentication.ts'
import { allowCrossOrigin } from './http/cross-origin.ts'
import { answerError, answerErrors, createClientErrorAnswer } from './http/error-handler.ts'
import { acceptJsonBodies, bodyLimitBytes } from './http/bodies/json-bodies.ts'
import { compressAnswers } from './http/compressed-answers.ts'
import { answerOperationsOnly } from './http/operations-only.ts'
import { collectPaths } from './http/known-paths.ts'
import { createPageHosts } from './http/pages/page-hosts.ts'
import { createRateLimiter } from './http/rate-limiting.ts'
import { readQueries } from './http/read-query.ts'
import { refuseUnstorablePaths } from './http/storable-paths.ts'
import { createRequestIds } from './http/request-id.ts'
import { logRequests } from './http/request-log.ts'
import { setResponseHeaders } from './http/response-headers.ts'
import { serializeBySchema, validateBySchema } from './http/validation.ts'
import { createWindows } from './http/windows.ts'
import { describeApi } from './openapi/document.ts'
import { redirectToDocuments, serveDocuments } from './openapi/serve-documents.ts'
import type { Help } from './help/read-help.ts'
import { serveHelp } from './help/serve-help.ts'
import { isLiveRequest, serveLiveChannel } from './live-channel/live-channel.ts'
import { registerRoutes } from './routes.ts'
import { missingPageOf, serveWeb } from './web/serve-web.ts'
import type { WebFiles } from './web/web-files.ts'

export type ApiOptions = {
  /** Addresses or CIDRs of reverse proxies whose word on client address and scheme is believed. */
  trustProxy: readonly string[]
  corsOrigins: readonly string[]
  version: string
  /** Whether it answers nothing but what operators ask. */
  isForOperatorsOnly?: boolean
  /** The interface for people; without it `/` leads to the documentation. */
  web?: WebFiles | null
  /** Reads the documentation for people, when it is first asked for; null when there is none. */
  help?: () => Help | null
}

/** Long enough for a slow line, short enough that a dripping client cannot hold a socket for ever. */
const requestTimeoutMs = 2 * minuteMs

/** The whole HTTP side, without a socket. */
export async function createApp(deps: ApiDeps, options: ApiOptions): Promise<App> {
  const requestIdOf = createRequestIds()
  const pageHosts = createPageHosts(options)
  const app: App = Fastify({
    logger: false,
    trustProxy: options.trustProxy.length === 0 ? false : [...options.trustProxy],
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    genReqId: requestIdOf,
    // Every other request that would like another protocol is answered in this one, as if it had not asked.
    http: {
      shouldUpgradeCallback: (request) => options.isForOperatorsOnly !== true && isLiveRequest(request),
    },
    rewriteUrl: (request) => pageHosts.rewrite(request),
    routerOptions: { maxParamLength: 2048 },
    clientErrorHandler: createClientErrorAnswer(() => requestIdOf({ headers: {} })),
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply, deps.log)
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  const windows = createWindows(deps)
  app.decorate('pageHosts', pageHosts)
  setResponseHeaders(app)
  if (options.isForOperatorsOnly === true) answerOperationsOnly(app)
  compressAnswers(app)
  logRequests(app, deps.log)
  allowCrossOrigin(app, options.corsOrigins)
  authenticateRequests(app, {
    read: deps.store.read,
    clock: deps.clock,
    keyUse: deps.keyUse,
    findKeyHolder: createLocationKeyHolders({ read: deps.store.read, isShared: deps.keyOwners !== null }),
    publicUrl: deps.publicUrl,
    rateLimiter: createRateLimiter({ windows, clock: deps.clock }),
  })
  acceptJsonBodies(app, deps.clock)
  refuseUnstorablePaths(app)
  readQueries(app)
  validateBySchema(app)
  serializeBySchema(app)
  const paths = collectPaths(app)
  const { web } = options
  answerErrors(app, deps.log, { paths, showMissingPage: web ? missingPageOf(web) : null })

  app.addHook('onRoute', ({ config, url }) => {
    if (config?.access === undefined && !url.startsWith('/docs')) {
      throw new Error(`${url} does not say who may call it`)
    }
  })
  await describeApi(app, options.version)
  registerRoutes(app, { ...deps, windows })
  serveLiveChannel(app, { ...deps, windows })
  await serveDocuments(app)
  if (options.help) serveHelp(app, options.help)
  if (web) serveWeb(app, web)
  else redirectToDocuments(app)
  await app.ready()
  return app
}
