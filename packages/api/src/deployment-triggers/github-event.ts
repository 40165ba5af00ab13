import { createHmac, timingSafeEqual } from 'node:crypto'
import { isRecord } from '@sonde/ground/is-record.ts'
import { deploymentLimits } from '@sonde/schema/checks/deployment-trigger.ts'
import { matchesPattern } from '@sonde/schema/check-types/matches-pattern.ts'
import type { DeploymentTriggerRow } from '@sonde/store/deployments/deployment-triggers.ts'
import { invalidInput } from '@sonde/actions/refusal.ts'
import { storingMistake } from '../http/storable-text.ts'

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
  const digest = Buffer.from(/^sha256=([0-9a-f]{64})$/i.exec(signature)?.[1] ?? '', 'hex')
  return digest.length === expected.length && timingSafeEqual(digest, expected)
}

/** What a `deployment_status` event tells, or why it sets nothing off. Refuses what could not be kept. */
export function readDeploymentEvent(payload: unknown): DeploymentEvent | { ignored: string } {
  const state = textIn(recordIn(payload, 'deployment_status'), 'state')
  if (state !== 'success') {
    return { ignored: `the state of the deployment is ${state?.slice(0, longestState) ?? 'unknown'}` }
  }
  const read = (path: keyof typeof limits) => boundedText(payload, path)
  const repoName = read('repository.full_name')
  const sha = read('deployment.sha')
  if (repoName === null || sha === null) return { ignored: 'the event has no repository or no sha' }
  const url = read('deployment_status.environment_url') ?? ''
  return {
    repoId: read('repository.id') ?? '',
    repoName,
    sha,
    environmentName: read('deployment_status.environment') ?? read('deployment.environment') ?? '',
    environmentUrl: /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null,
    deploymentId: read('deployment.id') ?? '',
  }
}

const longestState = 100

/** The fields that are read, with the most characters of each. */
const limits = {
  'repository.full_name': deploymentLimits.repository,
  'repository.id': deploymentLimits.repository,
  'deployment.sha': deploymentLimits.sha,
  'deployment.id': deploymentLimits.deploymentId,
  'deployment.environment': deploymentLimits.environmentName,
  'deployment_status.environment': deploymentLimits.environmentName,
  'deployment_status.environment_url': deploymentLimits.environmentUrl,
} as const

function boundedText(payload: unknown, path: keyof typeof limits): string | null {
  const [record = '', field = ''] = path.split('.')
  const text = textIn(recordIn(payload, record), field)
  if (text === null) return null
  const most = limits[path]
  const message = text.length > most ? `must not have more than ${most} characters` : storingMistake(text)
  if (message !== null) throw invalidInput([{ path, message }])
  return text
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
  const content = isRecord(value) ? value[field] : null
  return typeof content === 'number' || typeof content === 'string' ? String(content) : null
}
