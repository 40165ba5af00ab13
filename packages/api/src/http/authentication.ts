import { hash as digest, timingSafeEqual } from 'node:crypto'
import type { Role } from '@sonde/schema/role.ts'
import { findCaller, type Caller as KeyHolder } from '@sonde/store/api-keys.ts'
import type { Db } from '@sonde/store/store.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicAccess, requireRole, type Access, type Caller } from './access.ts'
import type { App } from './app-type.ts'
import type { KeyUse } from './key-use.ts'
import { addressKey, type RateLimiter } from './rate-limiting.ts'
import { Refusal, forbidden, invalid, notFound, unauthorized } from './refusal.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Decides who is calling, in the order of judgement: 401, then 429, then 403. The 404 for an account in the
 * path waits until the rest of the request was found valid.
 */
export function authenticateRequests(
  app: App,
  deps: { read: Db; rateLimiter: RateLimiter; keyUse: KeyUse },
): void {
  app.decorateRequest('caller', null)

  app.addHook('onRequest', async (request, reply) => {
    const access = request.routeOptions.config.access ?? publicAccess
    if (access.kind === 'public') {
      deps.rateLimiter.count(request, reply, addressKey(request.ip))
      return
    }
    const { row, accountId } = await identify(request, reply, access)
    const role = row.role
    // Only accounts of the caller get a counter of their own: invented ones would be free requests.
    const counted = row.kind === 'user' && role !== null && accountId !== null ? accountId : ''
    deps.rateLimiter.count(request, reply, `key ${row.keyId} ${counted}`)
    deps.keyUse.note(row.keyId)
    request.caller = authorise(access, row, { accountId, inHeader: accountHeader(request) })
    requireOneAccount(request)
  })

  app.addHook('preHandler', (request, _reply, done) => {
    const access = request.routeOptions.config.access
    const isForeign = access?.kind === 'account-in-path' && request.caller?.account === null
    done(isForeign ? notFound('account') : undefined)
  })

  /** The key and the account it is used for, or a 401; failed tries count against the address. */
  async function identify(request: FastifyRequest, reply: FastifyReply, access: Access) {
    try {
      const key = bearerToken(request.headers.authorization)
      const hash = hashKey(key)
      const accountId = selectedAccount(request, access)
      const row = await findCaller(deps.read, { hash, accountId })
      if (!row || !timingSafeEqual(Buffer.from(row.hash, 'hex'), Buffer.from(hash, 'hex'))) {
        throw unauthorized('Bad Token')
      }
      if (row.kind === 'user' && accountId === null && access.kind === 'account') throw missingAccount()
      if (row.kind === 'user' && access.kind === 'account-in-path' && !access.headerOptional) {
        if (accountHeader(request) === null) throw missingAccount()
      }
      return { row, accountId }
    } catch (error) {
      if (error instanceof Refusal && error.statusCode === 401) {
        deps.rateLimiter.count(request, reply, addressKey(request.ip))
      }
      throw error
    }
  }
}

function missingAccount(): Refusal {
  return unauthorized('The header X-Service-Account with the account id is missing')
}

export function hashKey(key: string): string {
  return digest('sha256', key, 'hex')
}

function bearerToken(header: string | undefined): string {
  if (header === undefined) throw unauthorized('The header Authorization: Bearer <API key> is missing')
  const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(header)?.[1]
  if (token === undefined) throw unauthorized('The header Authorization must read: Bearer <API key>')
  return token
}

/** The account that the headers or the path select, in lower case; null when nothing does. */
function selectedAccount(request: FastifyRequest, access: Access): string | null {
  const fromHeader = accountHeader(request)
  if (access.kind !== 'account-in-path') return fromHeader
  const fromPath = (request.params as Record<string, unknown>)[access.parameter]
  // A malformed id is refused by the schema of the parameters.
  return typeof fromPath === 'string' && uuid.test(fromPath) ? fromPath.toLowerCase() : null
}

function accountHeader(request: FastifyRequest): string | null {
  const named = accountHeaders(request)
  if (named.some((value) => !uuid.test(value))) {
    throw unauthorized('The header X-Service-Account must be the account id, a UUID')
  }
  return named[0] ?? null
}

function accountHeaders({ headers }: FastifyRequest): string[] {
  return [headers['x-service-account'], headers['x-checkly-account']]
    .filter((value) => value !== undefined)
    .map((value) => String(value).trim().toLowerCase())
}

/** A mistake in the request like any other: judged after who calls and how often. */
function requireOneAccount(request: FastifyRequest): void {
  if (new Set(accountHeaders(request)).size < 2) return
  throw invalid('headers', [
    { path: 'X-Service-Account', message: 'and X-Checkly-Account must name the same account' },
  ])
}

function authorise(
  access: Access,
  row: KeyHolder,
  { accountId, inHeader }: { accountId: string | null; inHeader: string | null },
): Caller {
  const account = accountOfCaller(row, accountId)
  // Whatever the path says: a service key has one account, and a header must name that one.
  if (row.kind === 'service' && inHeader !== null && inHeader !== row.keyAccountId) throw noAccess()
  const caller: Caller = { keyId: row.keyId, keyName: row.name, userId: row.userId, account }
  if (access.kind === 'account-in-path') {
    if (account) requireRole(account.role, access.role)
    return caller
  }
  if (accountId !== null && account === null) throw noAccess()
  if (access.kind === 'account' && account) requireRole(account.role, access.role)
  return caller
}

/** The same words whether the account is unknown or somebody else's. */
function noAccess(): Refusal {
  return forbidden('This key has no access to this account')
}

function accountOfCaller(row: KeyHolder, accountId: string | null): { id: string; role: Role } | null {
  const id = accountId ?? row.keyAccountId
  return id !== null && row.role !== null ? { id, role: row.role } : null
}
