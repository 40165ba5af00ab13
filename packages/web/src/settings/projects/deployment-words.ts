import type { MarkWords } from '../../parts/status/mark-words.ts'
import type { DeployDiff, ProjectDeployment } from '../../resources/projects.ts'

const statuses: Readonly<Record<ProjectDeployment['status'], MarkWords>> = {
  PENDING: { word: 'Waiting', sign: '…', look: 'bg-raised text-soft' },
  RUNNING: { word: 'Running', sign: '▶', look: 'bg-accent-wash text-accent' },
  SUCCEEDED: { word: 'Deployed', sign: '✓', look: 'bg-good-wash text-good' },
  FAILED: { word: 'Failed', sign: '✕', look: 'bg-bad-wash text-bad' },
  CANCELLED: { word: 'Cancelled', sign: '–', look: 'bg-raised text-soft' },
}

export function deploymentWords(status: ProjectDeployment['status']): MarkWords {
  return statuses[status]
}

const acts: Readonly<Record<DeployDiff['action'], string>> = {
  CREATE: 'Created',
  UPDATE: 'Changed',
  DELETE: 'Deleted',
  DETACHED: 'Kept, no longer managed as code',
}

export function actionWords(action: DeployDiff['action']): string {
  return acts[action]
}

/** `check-group` is a `group` here, everything else as the code calls it. */
export function resourceWords(type: DeployDiff['type']): string {
  return type === 'check-group' ? 'group' : type.replaceAll('-', ' ')
}

/** What is as the code has it is no difference. */
export function differencesOf(deployment: Pick<ProjectDeployment, 'result'>): readonly DeployDiff[] {
  return (deployment.result?.diff ?? []).filter(({ action, changed }) => action !== 'UPDATE' || changed)
}

/** `2 created, 1 changed, 3 unchanged` */
export function differenceSummary(deployment: Pick<ProjectDeployment, 'result'>): string {
  if (deployment.result === null) return ''
  const { diff } = deployment.result
  const counts = [
    ['created', diff.filter(({ action }) => action === 'CREATE').length],
    ['changed', diff.filter(({ action, changed }) => action === 'UPDATE' && changed).length],
    ['deleted', diff.filter(({ action }) => action === 'DELETE').length],
    ['released', diff.filter(({ action }) => action === 'DETACHED').length],
    ['unchanged', diff.filter(({ action, changed }) => action === 'UPDATE' && !changed).length],
  ] as const
  const words = counts.flatMap(([word, count]) => (count === 0 ? [] : [`${count} ${word}`]))
  return words.length === 0 ? 'No changes' : words.join(', ')
}
