import { timingSafeEqual } from 'node:crypto'
import { hashKey } from '@sonde/actions/api-keys/hash-key.ts'
import type { AgentCaller } from '@sonde/runs/agents/agent-caller.ts'
import { integrationTokenPrefix } from '@sonde/schema/accounts/integration-token.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Role } from '@sonde/schema/accounts/role.ts'
import { findCaller } from '@sonde/store/accounts/api-keys.ts'
import { findIntegrationToken } from '@sonde/store/accounts/integration-tokens.ts'
import type { LocationKeyHolder } from '@sonde/store/locations/location-keys.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { findSessionCaller } from '@sonde/store/accounts/web-sessions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { needsUser } from '@sonde/actions/actor.ts'
import { publicAccess, requireRole, type Access, type Caller } from './access.ts'
import type { App } from './app-type.ts'
import type { KeyUse } from './key-use.ts'
import { addressKey, type RateLimiter } from './rate-limiting.ts'
import { Refusal, forbidden, notFound } from '@sonde/actions/refusal.ts'
import { HttpRefusal, invalid, unauthorized } from './refusal.ts'
import { requireOwnRequest } from './own-request.ts'
import { readSessionCookie } from './session-cookie.ts'
import { hashSessionToken } from './session-token.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Decides who is calling, in the order of judgement: 401, then 429, then 403. The 404 for an account in the
 * path waits until the rest of the request was found valid.
 */
export function authenticateRequests(
  app: App,
  deps: {
    read: Db
    clock: Clock
    rateLimiter: RateLimiter
    keyUse: KeyUse
    /** By the hash of a key of a location. */
    findKeyHolder(hash: string): Promise<LocationKeyHolder | null>
    publicUrl(): string
  },
): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('agent', null)

  app.addHook('onRequest', async (request, reply) => {
    const access = request.routeOptions.config.access ?? publicAccess
    if (access.kind === 'public') {
      await deps.rateLimiter.count(request, reply, addressKey(request.ip))
      return
    }
    if (access.kind === 'agent') {
      request.agent = await identifyAgent(request, reply)
      return
    }
    if (access.kind === 'integration') {
      await identifyIntegration(request, reply, access)
      return
    }
    const { known, selection } = await identify(request, reply, access)
    const isShared = request.routeOptions.config.limit?.sharedAs !== undefined
    const isByUser = isShared && known.userId !== null
    await deps.rateLimiter.count(
      request,
      reply,
      isByUser ? `user ${known.userId}` : `${known.via.kind} ${known.via.id}`,
    )
    known.noteUse()
    if (known.token !== null) requireOwnRequest(request, { token: known.token, publicUrl: deps.publicUrl() })
    request.caller = authorise(access, known, selection)
    await requireOwnHeader(known, selection)
    // When it is known to be theirs: nobody is to use up what others may do.
    const { account } = request.caller
    if (isShared && account !== null) await deps.rateLimiter.count(request, reply, `account ${account.id}`)
    // A mistake in the request like any other: judged after who calls and how often.
    if (selection.isContradictory) throw contradiction()
  })

  app.decorate('callerNow', async (request) => {
    const access = request.routeOptions.config.access ?? publicAccess
    try {
      const { known, selection } = await lookUp(request, access)
      return authorise(access, known, selection)
    } catch (error) {
      if (error instanceof Refusal || error instanceof HttpRefusal) return null
      throw error
    }
  })

  app.addHook('preHandler', (request, _reply, done) => {
    const access = request.routeOptions.config.access
    const isForeign = access?.kind === 'account-in-path' && request.caller?.account === null
    done(isForeign ? notFound('account') : undefined)
  })

  /** Where the path selects the account, a header must still not name somebody else's. */
  async function requireOwnHeader(caller: KnownCaller, { accountId, inHeader }: Selection): Promise<void> {
    if (caller.userId === null || inHeader === null || inHeader === accountId) return
    const asNamed = await caller.seenIn(inHeader)
    if (asNamed === null || asNamed.role === null) throw noAccess(caller)
  }

  /** Limited by the key of their location; failed tries count against the address. */
  async function identifyAgent(request: FastifyRequest, reply: FastifyReply): Promise<AgentCaller> {
    const caller = await refusingByAddress(request, reply, async () => {
      const hash = hashKey(bearerToken(request.headers.authorization))
      const identity = await deps.findKeyHolder(hash)
      if (!identity || !timingSafeEqual(Buffer.from(identity.hash, 'hex'), Buffer.from(hash, 'hex'))) {
        throw unauthorized('Bad Token')
      }
      deps.keyUse.noteLocationKey(identity.keyId)
      const agentId = String(request.headers['x-agent-id'] ?? '').toLowerCase()
      if (!uuid.test(agentId)) {
        throw invalid('headers', [{ path: 'X-Agent-Id', message: 'must be the id of the agent, a UUID' }])
      }
      return { identity, agentId }
    })
    await deps.rateLimiter.count(request, reply, `location key ${caller.identity.keyId}`)
    return caller
  }

  /** A token reads for one account: any other one is as unknown to it as a token that nobody has made. */
  async function identifyIntegration(
    request: FastifyRequest,
    reply: FastifyReply,
    access: Access & { kind: 'integration' },
  ): Promise<void> {
    const inPath = (request.params as Record<string, unknown>)[access.parameter]
    const token = await refusingByAddress(request, reply, async () => {
      const bearer = readBearer(request.headers.authorization)
      if (bearer?.startsWith(integrationTokenPrefix) !== true) throw needsIntegrationToken()
      const hash = hashKey(bearer)
      const integrationToken = await findIntegrationToken(deps.read, hash)
      const isKnown =
        integrationToken !== null &&
        timingSafeEqual(Buffer.from(integrationToken.hash, 'hex'), Buffer.from(hash, 'hex'))
      const isOfAccount = integrationToken?.accountId === String(inPath).toLowerCase()
      if (!isKnown || !isOfAccount || integrationToken.kind !== access.tokenKind)
        throw unauthorized('Bad Token')
      return integrationToken
    })
    await deps.rateLimiter.count(request, reply, `token ${token.id}`)
    deps.keyUse.noteIntegrationToken(token.id)
  }

  /** Failed tries count against the address. */
  async function refusingByAddress<Found>(
    request: FastifyRequest,
    reply: FastifyReply,
    find: () => Promise<Found>,
  ): Promise<Found> {
    try {
      return await find()
    } catch (error) {
      if (error instanceof HttpRefusal && error.statusCode === 401) {
        await deps.rateLimiter.count(request, reply, addressKey(request.ip))
      }
      throw error
    }
  }

  /** The key or session and the account it is used for, or a 401; failed tries count against the address. */
  async function identify(request: FastifyRequest, reply: FastifyReply, access: Access) {
    return await refusingByAddress(request, reply, () => lookUp(request, access))
  }

  async function lookUp(request: FastifyRequest, access: Access) {
    const { authorization } = request.headers
    // Whoever sends a key is judged by it alone, whatever cookie a browser adds.
    const token = authorization === undefined ? readSessionCookie(request) : null
    const find = token === null ? keyFinder(bearerToken(authorization)) : sessionFinder(token)
    const selection = selectAccount(request, access)
    const caller = await find(selection)
    const needsHeader =
      access.kind === 'account' || (access.kind === 'account-in-path' && !access.headerOptional)
    if (caller.userId !== null && needsHeader && selection.inHeader === null) {
      throw unauthorized('The header X-Service-Account with the account id is missing')
    }
    return { known: caller, selection }
  }

  function keyFinder(key: string) {
    return async ({ accountId }: Selection): Promise<KnownCaller> => {
      const hash = hashKey(key)
      const row = await findCaller(deps.read, { hash, accountId })
      if (!row || !timingSafeEqual(Buffer.from(row.hash, 'hex'), Buffer.from(hash, 'hex'))) {
        throw unauthorized('Bad Token')
      }
      const { keyId: id, name, userId, keyAccountId, role } = row
      return {
        via: { kind: 'key', id, name },
        token: null,
        userId,
        keyAccountId,
        role,
        noteUse: () => deps.keyUse.note(id),
        seenIn: (otherId) => findCaller(deps.read, { hash, accountId: otherId }),
      }
    }
  }

  function sessionFinder(token: string) {
    return async ({ accountId }: Selection): Promise<KnownCaller> => {
      const key = { hash: hashSessionToken(token), now: deps.clock.now() }
      const row = await findSessionCaller(deps.read, { ...key, accountId })
      if (!row || !timingSafeEqual(Buffer.from(row.hash, 'hex'), Buffer.from(key.hash, 'hex'))) {
        throw unauthorized('The session has ended: sign in again')
      }
      return {
        via: { kind: 'session', id: row.id },
        token,
        userId: row.userId,
        keyAccountId: null,
        role: row.role,
        noteUse: () => deps.keyUse.noteSession(row),
        seenIn: (otherId) => findSessionCaller(deps.read, { ...key, accountId: otherId }),
      }
    }
  }
}

/** Whose key or session it is, and as what in the account that was asked for. */
type KnownCaller = Pick<Caller, 'via' | 'userId'> & {
  /** Of the session; null for a key. */
  token: string | null
  /** The only account of a service key. */
  keyAccountId: string | null
  role: Role | null
  noteUse(): void
  /** The same in another account; null when the key or session has gone meanwhile. */
  seenIn(accountId: string): Promise<{ role: Role | null } | null>
}

function bearerToken(header: string | undefined): string {
  if (header === undefined) throw unauthorized('The header Authorization: Bearer <API key> is missing')
  const token = readBearer(header)
  if (token === null) throw unauthorized('The header Authorization must read: Bearer <API key>')
  return token
}

function readBearer(header: string | undefined): string | null {
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(header ?? '')?.[1] ?? null
}

/** Said to whoever comes with a key of the API, which opens everything but this. */
function needsIntegrationToken(): HttpRefusal {
  return unauthorized(
    `This needs an integration token, Authorization: Bearer ${integrationTokenPrefix}…; create one with POST /v1/integration-tokens`,
  )
}

type Selection = {
  /** In lower case; null when nothing selects an account. */
  accountId: string | null
  inHeader: string | null
  isContradictory: boolean
}

/** The account that the headers or the path name. */
function selectAccount(request: FastifyRequest, access: Access): Selection {
  const { 'x-service-account': header, 'x-checkly-account': alias } = request.headers
  const named = [readAccount(header), readAccount(alias), accountInQuery(request, access)].filter(
    (id) => id !== null,
  )
  const [inHeader = null] = named
  const isContradictory = named.some((id) => id !== inHeader)
  if (access.kind !== 'account-in-path') return { accountId: inHeader, inHeader, isContradictory }
  const inPath = (request.params as Record<string, unknown>)[access.parameter]
  // A malformed id is refused by the schema of the parameters.
  const accountId = typeof inPath === 'string' && uuid.test(inPath) ? inPath.toLowerCase() : null
  return { accountId, inHeader, isContradictory }
}

function readAccount(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const text = String(header).trim()
  if (!uuid.test(text)) throw unauthorized('The header X-Service-Account must be the account id, a UUID')
  return text.toLowerCase()
}

/** A malformed id is refused by the schema of the query, and names nothing here. */
function accountInQuery(request: FastifyRequest, access: Access): string | null {
  if (access.kind !== 'account' || access.inQuery !== true) return null
  const { account } = request.query as Record<string, unknown>
  return typeof account === 'string' && uuid.test(account) ? account.toLowerCase() : null
}

function contradiction(): HttpRefusal {
  return invalid('headers', [
    { path: 'X-Service-Account', message: 'and X-Checkly-Account must name the same account' },
  ])
}

function authorise(access: Access, caller: KnownCaller, { accountId, inHeader }: Selection): Caller {
  const { via, userId, keyAccountId } = caller
  const account = accountOfCaller(caller, accountId)
  // Whatever the path says: a service key has one account, and a header must name that one.
  if (userId === null && inHeader !== null && inHeader !== keyAccountId) throw noAccess(caller)
  if (access.kind !== 'account-in-path' && accountId !== null && account === null) throw noAccess(caller)
  if ('role' in access && account) requireRole(account.role, access.role)
  if (access.kind === 'user' && userId === null) throw needsUser()
  return { via, userId, account }
}

/** The same words whether the account is unknown or somebody else's. */
function noAccess({ via }: KnownCaller): Refusal {
  return forbidden(`${via.kind === 'key' ? 'This key has' : 'You have'} no access to this account`)
}

function accountOfCaller(
  { keyAccountId, role }: KnownCaller,
  accountId: string | null,
): { id: string; role: Role } | null {
  const id = accountId ?? keyAccountId
  return id !== null && role !== null ? { id, role } : null
}
