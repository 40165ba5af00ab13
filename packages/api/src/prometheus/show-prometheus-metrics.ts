import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { expositionType } from '@sonde/analytics/prometheus/exposition.ts'
import { readFirstScrape, readScrape } from '@sonde/analytics/prometheus/read-scrape.ts'
import {
  FirstPrometheusQuery,
  PrometheusParams,
  PrometheusQuery,
} from '@sonde/schema/analytics/prometheus-query.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createScrapeCache } from './scrape-cache.ts'

/** Not in the API document: it is no key of the API that opens these. */
export function showPrometheusMetrics(app: App, deps: ApiDeps): void {
  const cache = createScrapeCache(deps)
  const config = {
    access: { kind: 'integration', tokenKind: 'PROMETHEUS', parameter: 'accountId' },
    limit: { max: 50, windowSeconds: 60 },
  } as const

  app.get(
    '/accounts/:accountId/v2/prometheus/metrics',
    { schema: { hide: true, params: PrometheusParams, querystring: PrometheusQuery }, config },
    async (request, reply) => {
      const accountId = request.params.accountId.toLowerCase()
      const { query } = request
      const flags = [query.locationLabelEnabled, query.includeRetryAttempts, query.disableTagParsing]
      const key = ['v2', accountId, query.prefix, ...flags].join('/')
      return await send(request, reply, await cache.read(key, () => readScrape(deps, { accountId, query })))
    },
  )

  app.get(
    '/accounts/:accountId/prometheus/metrics',
    { schema: { hide: true, params: PrometheusParams, querystring: FirstPrometheusQuery }, config },
    async (request, reply) => {
      const accountId = request.params.accountId.toLowerCase()
      const { prefix } = request.query
      const key = ['v1', accountId, prefix].join('/')
      const packed = await cache.read(key, () => readFirstScrape(deps, { accountId, prefix }))
      return await send(request, reply, packed)
    },
  )
}

async function send(request: FastifyRequest, reply: FastifyReply, packed: Buffer): Promise<FastifyReply> {
  reply.header('content-type', expositionType).header('vary', 'accept-encoding')
  if (acceptsGzip(request.headers['accept-encoding'])) {
    return await reply.header('content-encoding', 'gzip').send(packed)
  }
  return await reply.send(Readable.from([packed]).pipe(createGunzip()))
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some((coding) => /^\s*(gzip|\*)\s*(;(?!\s*q=0(\.0*)?\s*$).*)?$/i.test(coding))
}
