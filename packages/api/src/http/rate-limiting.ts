import { isIPv6 } from 'node:net'
import type { Clock } from '@sonde/ground/clock.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooManyRequests } from './refusal.ts'
import type { WindowRule, Windows } from './windows.ts'

export type Limit = {
  max: number
  windowSeconds: number
  /**
   * Counted for the user and for the account, and not for each of their keys; together for all routes of this name.
   * For what costs others something, such as mails.
   */
  sharedAs?: string
  /** Counted by each server for itself: it spares the server, and is no promise to anybody. */
  isPerServer?: boolean
}

/** Every route without a limit of its own counts against this one. */
const generalLimit: Limit = { max: 600, windowSeconds: 60 }

export type RateLimiter = {
  /** Counts the request for `key` and sets the headers; throws the refusal when the limit is reached. */
  count(request: FastifyRequest, reply: FastifyReply, key: string): Promise<void>
}

export function createRateLimiter({ windows, clock }: { windows: Windows; clock: Clock }): RateLimiter {
  const general = ruleOf('general', generalLimit)
  const byRoute = new Map<string, WindowRule>()

  function ruleFor(request: FastifyRequest): WindowRule {
    const { config, url } = request.routeOptions
    if (!config.limit) return general
    const template = config.limit.sharedAs ?? `${request.method} ${url ?? ''}`
    const existing = byRoute.get(template)
    if (existing) return existing
    const rule = ruleOf(template, config.limit)
    byRoute.set(template, rule)
    return rule
  }

  return {
    async count(request, reply, key) {
      if (request.routeOptions.config.limit === null) return
      const rule = ruleFor(request)
      const { allowed, remaining, freesAt } = await windows.hit(rule, key)
      reply.header('x-ratelimit-limit', rule.max)
      reply.header('x-ratelimit-remaining', remaining)
      reply.header('x-ratelimit-reset', Math.ceil(freesAt / 1000))
      if (!allowed) throw tooManyRequests(Math.max(1, Math.ceil((freesAt - clock.now()) / 1000)))
    },
  }
}

function ruleOf(name: string, { max, windowSeconds, isPerServer = false }: Limit): WindowRule {
  return { name, max, windowMs: windowSeconds * 1000, isPerServer }
}

/**
 * Whom an address counts as. One household or server usually holds a whole IPv6 /64: counting single
 * addresses there would give it as many counters as it likes.
 *
 * There is no address when the connection was closed before its request is looked at, as a load balancer does that has waited
 * long enough, although the type of Fastify does not say so: such requests count together.
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined) return 'address unknown'
  // Some proxies name the port of their client, too, which is another one for every connection.
  const ip = address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.*)\](?::\d+)?$/, '$1')
  if (!isIPv6(ip)) return `address ${ip}`
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return `address ${mapped[1]}`
  const [left = '', right] = ip.replace(/%.*$/, '').toLowerCase().split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right === undefined || right === '' ? [] : right.split(':')
  const zeros = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length)
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail]
  return `address ${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
