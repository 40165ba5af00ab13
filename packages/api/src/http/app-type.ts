import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AgentCaller } from '@sonde/runs/agents/agent-caller.ts'
import type { Access, Caller } from './access.ts'
import type { BodyBudget } from './bodies/agent-bodies.ts'
import type { DocumentLimits } from './bodies/json-limits.ts'
import type { PageHosts } from './pages/page-hosts.ts'
import type { Limit } from './rate-limiting.ts'

/** The server, with request and answer types that follow from the schemas of each route. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. Every route says it. */
    access?: Access
    /** A limit of its own, shared by all ids of the route; `null` for none at all. */
    limit?: Limit | null
    /**
     * The route itself makes texts fit for the database, and copies no object field by field: one odd message of a
     * target, or a header that it calls `__proto__`, must not refuse a batch.
     */
    keepsAnyText?: boolean
    /**
     * Large answers are compressed for those who accept it. Only of routes whose answers hold no secret: the length of a
     * compressed answer tells somebody on the line whether what they made a browser send is in it too.
     */
    compresses?: boolean
    /** Whatever the body is, nobody reads it. */
    ignoresBody?: boolean
    /** How many bytes of bodies, unpacked, are read for one key of a location. */
    bodyBudget?: BodyBudget
    /** The body is a document of many megabytes whose lists hold objects, with limits of its own. */
    largeBody?: DocumentLimits
  }

  interface FastifyInstance {
    pageHosts: PageHosts
    /** Who calls by now, for an answer that lasts; null when the key or session is gone, or may no longer. */
    callerNow(request: FastifyRequest): Promise<Caller | null>
  }

  interface FastifyRequest {
    /** Set on every route that needs a key. */
    caller: Caller | null
    /** Set on every route for agents. */
    agent: AgentCaller | null
  }
}
