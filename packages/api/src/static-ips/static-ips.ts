import {
  StaticIpText,
  StaticIpv4ByRegion,
  StaticIpv4List,
  StaticIpv6ByRegion,
  StaticIpv6List,
  type StaticIpRegistry,
} from '@sonde/schema/agents/static-ip.ts'
import type { TSchema } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'

type Family = 'ipv4' | 'ipv6'

/** Where probes come from, for firewalls: three forms for each family. */
export function staticIps(app: App, deps: ApiDeps): void {
  serveFamily(app, deps.staticIps, {
    family: 'ipv4',
    url: '/v1/static-ips',
    what: 'IPv4 addresses',
    list: StaticIpv4List,
    byRegion: StaticIpv4ByRegion,
  })
  serveFamily(app, deps.staticIps, {
    family: 'ipv6',
    url: '/v1/static-ipv6s',
    what: 'IPv6 ranges',
    list: StaticIpv6List,
    byRegion: StaticIpv6ByRegion,
  })
}

function serveFamily(
  app: App,
  registry: StaticIpRegistry,
  {
    family,
    url,
    what,
    list,
    byRegion,
  }: {
    family: Family
    url: string
    what: string
    list: TSchema
    byRegion: TSchema
  },
): void {
  const tags = ['Static IPs']
  const config = { access: publicAccess }
  const regions = Object.fromEntries(
    Object.entries(registry).flatMap(([code, families]) => {
      const addresses = families?.[family] ?? []
      return addresses.length > 0 ? [[code, addresses]] : []
    }),
  )
  const all = Object.values(regions).flat()

  app.get(
    url,
    {
      schema: { summary: `List the ${what} of the probes`, tags, response: publicAnswers({ 200: list }) },
      config,
    },
    async () => all,
  )
  app.get(
    `${url}-by-region`,
    {
      schema: {
        summary: `List the ${what} of the probes by location`,
        tags,
        response: publicAnswers({ 200: byRegion }),
      },
      config,
    },
    async () => regions,
  )
  app.get(
    `${url}.txt`,
    {
      schema: {
        summary: `List the ${what} of the probes as text, one per line`,
        tags,
        produces: ['text/plain'],
        response: publicAnswers({ 200: StaticIpText }),
      },
      config,
    },
    async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(all.map((address) => `${address}\n`).join('')),
  )
}
