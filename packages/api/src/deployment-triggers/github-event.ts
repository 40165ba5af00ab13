import { createHmac, timingSafeEqual } from 'node:crypto'
import { matchesPattern } from '@sonde/schema/matches-pattern.ts'
import { isRecord } from '@sonde/schema/violation.ts'
import type { DeploymentTriggerRow } from '@sonde/store/deployment-triggers.ts'

/** A deployment that has succeeded. */
export type DeploymentEvent = {
  repoId: string
  repoName: string
  sha: string
  environmentName: string
  environmentUrl: string | null
  deploymentId: string
}

/** Whether GitHub signed these bytes with the secret, told in a time that says nothing about where it differs. */
export function isSigned(body: Buffer, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(/^sha256=([0-9a-f]{64})$/i.exec(signature)?.[1] ?? '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** What a `deployment_status` event tells, or why it sets nothing off. */
export function readDeploymentEvent(payload: unknown): DeploymentEvent | { ignored: string } {
  const [status, deployment, repository] = ['deployment_status', 'deployment', 'repository'].map((field) =>
    recordIn(payload, field),
  )
  const state = textIn(status, 'state')
  if (state !== 'success') return { ignored: `the state of the deployment is ${state ?? 'unknown'}` }
  const repoName = textIn(repository, 'full_name')
  const sha = textIn(deployment, 'sha')
  if (repoName === null || sha === null) return { ignored: 'the event names no repository or no sha' }
  const url = textIn(status, 'environment_url') ?? ''
  return {
    repoId: textIn(repository, 'id') ?? '',
    repoName,
    sha,
    environmentName: textIn(status, 'environment') ?? textIn(deployment, 'environment') ?? '',
    environmentUrl: /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null,
    deploymentId: textIn(deployment, 'id') ?? '',
  }
}

export function isFiredBy(trigger: DeploymentTriggerRow, event: DeploymentEvent): boolean {
  const isOfRepository =
    trigger.repoId === event.repoId || trigger.repoName.toLowerCase() === event.repoName.toLowerCase()
  return (
    isOfRepository &&
    fits(trigger.environmentFilter, event.environmentName) &&
    fits(trigger.environmentUrlFilter, event.environmentUrl ?? '')
  )
}

function fits(filter: string | null, text: string): boolean {
  return filter === null || filter === '' || matchesPattern(filter, text)
}

function recordIn(value: unknown, field: string): unknown {
  return isRecord(value) ? value[field] : null
}

/** Numbers too, since GitHub's ids are such. */
function textIn(value: unknown, field: string): string | null {
  const found = isRecord(value) ? value[field] : null
  return typeof found === 'number' || typeof found === 'string' ? String(found) : null
}
