import { hash } from 'node:crypto'
import { DeploymentWebhookAnswer, DeploymentWebhookParams } from '@sonde/schema/checks/deployment-trigger.ts'
import { listDeploymentTriggers } from '@sonde/store/deployments/deployment-triggers.ts'
import {
  claimDeployment,
  deploymentSecretContext,
  findDeploymentSecret,
  recordDeployment,
  releaseDeployment,
} from '@sonde/store/deployments/deployments.ts'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'
import { invalidInput } from '@sonde/actions/refusal.ts'
import { unauthorized } from '../http/refusal.ts'
import { createFiring } from './fire-trigger.ts'
import { type DeploymentEvent, isFiredBy, isSigned, readDeploymentEvent } from './github-event.ts'

/** An event tells all of its repository, and what whoever deployed has added to it. Nothing of it is parsed unsigned. */
const mostEventBytes = 1024 * 1024

export function receiveGithubEvent(app: App, deps: ApiDeps): void {
  const closing = new AbortController()
  app.addHook('onClose', async () => closing.abort())
  const fire = createFiring(deps, closing.signal)

  // In a scope of its own, whose parser keeps the bytes: these are what was signed.
  void app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(
      '/v1/deployment-triggers/github/:accountId',
      {
        bodyLimit: mostEventBytes,
        schema: {
          summary: 'Receive an event of a GitHub webhook',
          description:
            'Needs no key: the event is signed with the secret of the account, in `X-Hub-Signature-256`. A ' +
            '`deployment_status` with the state success fires the triggers of its repository whose filters match, ' +
            'once for each deployment and delivery. The response does not wait for the runs. The runs never alert.',
          tags: ['Deployment Triggers'],
          params: DeploymentWebhookParams,
          response: publicAnswers({ 200: DeploymentWebhookAnswer, 202: DeploymentWebhookAnswer }, 401),
        },
        config: { access: publicAccess },
      },
      async (request, reply) => {
        const { accountId } = request.params
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const { 'x-github-event': kind, 'x-github-delivery': delivery } = request.headers
        await requireSignature(accountId, body, request.headers['x-hub-signature-256'])
        if (kind !== 'deployment_status') return nothing(`the event is not a deployment_status`)
        const event = readDeploymentEvent(parsed(body))
        if ('ignored' in event) return nothing(event.ignored)
        return await reply.code(202).send(await take(accountId.toLowerCase(), event, String(delivery ?? '')))
      },
    )
  })

  async function requireSignature(accountId: string, body: Buffer, signature: unknown): Promise<void> {
    const sealed = await findDeploymentSecret(deps.store.read, accountId)
    const secret =
      sealed === null
        ? null
        : deps.store.sealer.open(sealed, deploymentSecretContext(accountId.toLowerCase()))
    // An account without a secret is not told apart from a wrong signature.
    if (secret === null || !isSigned(body, String(signature ?? ''), secret)) {
      throw unauthorized('The signature of the event does not match the webhook secret of the account')
    }
  }

  async function take(
    accountId: string,
    event: DeploymentEvent,
    delivery: string,
  ): Promise<DeploymentWebhookAnswer> {
    const triggers = (await listDeploymentTriggers(deps.store.read, accountId)).filter((trigger) =>
      isFiredBy(trigger, event),
    )
    const at = deps.clock.now()
    const repository = event.repoId === '' ? event.repoName.toLowerCase() : event.repoId
    // With the id of the deployment: going back to an earlier sha is a deployment of its own.
    const deployed = [repository, event.sha, event.environmentName, event.deploymentId]
    const claims = [
      claimOf('deployed', deployed),
      ...(delivery === '' ? [] : [claimOf('delivery', [delivery])]),
    ]
    const isFirst = await deps.store.write(async (db) => {
      await recordDeployment(db, {
        accountId,
        repository: event.repoName,
        sha: event.sha,
        environmentName: event.environmentName,
        environmentUrl: event.environmentUrl,
        deploymentId: event.deploymentId,
        createdAt: at,
      })
      // What fires nothing is not held against a later event: a trigger may be made in between.
      return triggers.length === 0 || (await claimDeployment(db, { accountId, claims, at }))
    })
    if (triggers.length === 0) return nothing('no deployment trigger matches it')
    if (!isFirst) return nothing('it was already received')
    try {
      const fired = await Promise.all(triggers.map((trigger) => fire(trigger, event)))
      const notStarted = fired.flatMap((reason, index) =>
        reason === null ? [] : [{ triggerId: triggers[index]?.id ?? 0, reason }],
      )
      return { triggered: triggers.length - notStarted.length, notStarted, ignored: null }
    } catch (error) {
      await deps.store.write((db) => releaseDeployment(db, { accountId, claims }))
      throw error
    }
  }
}

/** Short, whatever it is made of: it is a key in the database. */
function claimOf(kind: string, parts: readonly string[]): string {
  return `${kind}/${hash('sha256', JSON.stringify(parts), 'hex')}`
}

function nothing(why: string): DeploymentWebhookAnswer {
  return { triggered: 0, notStarted: [], ignored: why }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw invalidInput([{ path: '', message: 'is not valid JSON: send events as application/json' }])
  }
}
