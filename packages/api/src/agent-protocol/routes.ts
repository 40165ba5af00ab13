import {
  CodeHeaders,
  CodeParams,
  DiagnosticsRequest,
  EventsRequest,
  HeartbeatAnswer,
  HeartbeatRequest,
  LeaseAnswer,
  LeaseRequest,
  LogRequest,
  RegisterAnswer,
  RegisterRequest,
  ReleaseRequest,
  RenewAnswer,
  RenewRequest,
  ResultsAnswer,
  ResultsRequest,
} from '@sonde/schema/agents/agent-protocol.ts'
import type { ApiDeps } from '../api-deps.ts'
import { agentOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { clientGone } from '../http/client-gone.ts'
import { noContent } from '../http/no-content.ts'
import { Refusal } from '@sonde/actions/refusal.ts'
import { artifactRoutes } from './artifacts.ts'
import { dependencyRoutes } from './dependencies.ts'
import { refuseAgent } from './refuse-agent.ts'

/**
 * For each key and route at each server, whichever agents of the location share the key. An agent asks again when it was
 * answered, so that twenty of them with thousands of runs a second stay below it; whoever is over it is told how long to
 * wait, and brings more in one message then.
 */
const agentLimit = { max: 10_000, windowSeconds: 10, isPerServer: true }

/**
 * For each key, whichever agents of the location share it. A megabyte costs the server 15 to 90 ms, and 4 MB a second are
 * some 2,000 results: more than agents have to report, and what they have kept during an outage is here in a minute or
 * two. Each name counts apart: whoever brings results must still be able to keep its leases.
 */
const budgetFor = (sharedAs: 'results' | 'leases' | 'diagnostics') => ({
  sharedAs,
  maxBytes: 40_000_000,
  windowSeconds: 10,
})

/**
 * What agents call. Not part of the public API: the key of a location opens these routes and no other, and
 * they change together with the agent.
 */
export function protocolRoutes(app: App, { agents }: Pick<ApiDeps, 'agents'>): void {
  const config = { access: { kind: 'agent' }, limit: agentLimit, bodyBudget: budgetFor('leases') } as const

  app.post(
    '/agent/v1/register',
    { schema: { hide: true, body: RegisterRequest, response: { 200: RegisterAnswer } }, config },
    async (request) => agents.register(agentOf(request), request.body).catch(refuseAgent),
  )

  app.post(
    '/agent/v1/lease',
    { schema: { hide: true, body: LeaseRequest, response: { 200: LeaseAnswer } }, config },
    async (request, reply) => {
      const caller = agentOf(request)
      const abort = clientGone(reply)
      const answer = await agents.lease(caller, request.body, abort).catch(refuseAgent)
      // Runs for an agent that has hung up meanwhile must not wait until their lease is over.
      if (abort.aborted && answer.runs.length > 0) await agents.release(caller, answer)
      return answer
    },
  )

  app.post(
    '/agent/v1/renew',
    { schema: { hide: true, body: RenewRequest, response: { 200: RenewAnswer } }, config },
    async (request) => agents.renew(agentOf(request), request.body).catch(refuseAgent),
  )

  app.post(
    '/agent/v1/release',
    { schema: { hide: true, body: ReleaseRequest, response: { 204: noContent } }, config },
    async (request, reply) => {
      await agents.release(agentOf(request), request.body).catch(refuseAgent)
      return reply.code(204).send()
    },
  )

  app.post(
    '/agent/v1/results',
    {
      schema: { hide: true, body: ResultsRequest, response: { 200: ResultsAnswer } },
      config: { ...config, bodyBudget: budgetFor('results'), keepsAnyText: true },
    },
    async (request) => agents.sendResults(agentOf(request), request.body).catch(refuseAgent),
  )

  app.post(
    '/agent/v1/heartbeat',
    { schema: { hide: true, body: HeartbeatRequest, response: { 200: HeartbeatAnswer } }, config },
    async (request) => agents.heartbeat(agentOf(request), request.body).catch(refuseAgent),
  )

  app.post(
    '/agent/v1/diagnostics',
    {
      schema: { hide: true, body: DiagnosticsRequest, response: { 204: noContent } },
      config: { ...config, bodyBudget: budgetFor('diagnostics') },
    },
    async (request, reply) => {
      await agents.sendDiagnostics(agentOf(request), request.body).catch(refuseAgent)
      return reply.code(204).send()
    },
  )

  app.get(
    '/agent/v1/code/:sha256',
    { schema: { hide: true, params: CodeParams, headers: CodeHeaders }, config },
    async (request, reply) => {
      const order = { sha256: request.params.sha256, ticket: request.headers['x-sonde-ticket'] }
      const code = await agents.fetchCode(agentOf(request), order).catch(refuseAgent)
      if (code === null) throw new Refusal('not-found', 'The run does not use such a file')
      return reply.type('application/octet-stream').send(code)
    },
  )

  app.get(
    '/agent/v1/bundles/:sha256',
    { schema: { hide: true, params: CodeParams, headers: CodeHeaders }, config },
    async (request, reply) => {
      const order = { sha256: request.params.sha256, ticket: request.headers['x-sonde-ticket'] }
      const bundle = await agents.fetchBundle(agentOf(request), order).catch(refuseAgent)
      if (bundle === null) throw new Refusal('not-found', 'The run does not use such a bundle')
      return reply
        .type('application/octet-stream')
        .header('content-length', String(bundle.bytes))
        .send(bundle.body)
    },
  )

  app.post(
    '/agent/v1/log',
    {
      schema: { hide: true, body: LogRequest, response: { 204: noContent } },
      config: { ...config, bodyBudget: budgetFor('diagnostics'), keepsAnyText: true },
    },
    async (request, reply) => {
      await agents.sendLog(agentOf(request), request.body).catch(refuseAgent)
      return reply.code(204).send()
    },
  )

  app.post(
    '/agent/v1/events',
    {
      schema: { hide: true, body: EventsRequest, response: { 204: noContent } },
      config: { ...config, bodyBudget: budgetFor('diagnostics') },
    },
    async (request, reply) => {
      await agents.sendEvents(agentOf(request), request.body).catch(refuseAgent)
      return reply.code(204).send()
    },
  )

  artifactRoutes(app, { agents }, agentLimit)
  dependencyRoutes(app, { agents }, agentLimit)
}
