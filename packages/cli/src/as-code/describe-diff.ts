import type { DeployBacktest, DeployDiff, DeployResult } from '@sonde/schema/projects/project-deploy.ts'
import type { CliIo } from '../cli-io.ts'

const words = { CREATE: 'create', UPDATE: 'change', DELETE: 'delete', DETACHED: 'detach' } as const

export type DiffCounts = {
  created: number
  changed: number
  deleted: number
  detached: number
  unchanged: number
}

export function countDiff(diff: readonly DeployDiff[]): DiffCounts {
  const count = (isCounted: (each: DeployDiff) => boolean) => diff.filter(isCounted).length
  return {
    created: count(({ action }) => action === 'CREATE'),
    changed: count(({ action, changed }) => action === 'UPDATE' && changed),
    deleted: count(({ action }) => action === 'DELETE'),
    detached: count(({ action }) => action === 'DETACHED'),
    unchanged: count(({ action, changed }) => action === 'UPDATE' && !changed),
  }
}

export function hasChanges({ unchanged: _same, ...counts }: DiffCounts): boolean {
  return Object.values(counts).some((count) => count > 0)
}

/** One line for each thing that changes; `placeOf` says where its description stands. */
export function tellDiff(
  { diff, warnings, project }: Pick<DeployResult, 'diff' | 'warnings' | 'project'>,
  { io, placeOf, isDone }: { io: CliIo; placeOf: (resource: DeployDiff) => string | null; isDone: boolean },
): void {
  for (const each of diff) {
    const place = placeOf(each)
    const fields =
      each.changes === undefined || each.changes.length === 0 ? '' : `: ${each.changes.join(', ')}`
    const where = place === null ? '' : ` (${place})`
    if (each.action !== 'UPDATE' || each.changed)
      io.stdout.write(`${words[each.action]} ${each.type} "${each.logicalId}"${where}${fields}\n`)
    else if (each.alertBacktest === undefined) continue
    else io.stdout.write(`same ${each.type} "${each.logicalId}"${where}: its group changes its alerts\n`)
    for (const line of remarksOn(each, project?.logicalId ?? '')) io.stdout.write(`  ${line}\n`)
  }
  for (const warning of warnings) io.stderr.write(`warning: ${warning}\n`)
  const { created, changed, deleted, detached, unchanged } = countDiff(diff)
  const detachedPart = detached === 0 ? '' : `, ${detached} detached`
  io.stderr.write(
    `${isDone ? 'done' : 'would be'}: ${created} created, ${changed} changed, ${deleted} deleted${detachedPart}, ${unchanged} unchanged\n`,
  )
}

/** What somebody should know before it is carried out. */
function remarksOn(
  { type, logicalId, drift = [], renamedFrom, alertBacktest }: DeployDiff,
  project: string,
): string[] {
  const remarks = []
  if (alertBacktest !== undefined) remarks.push(alertsOf(alertBacktest))
  if (drift.length > 0) remarks.push(`changed by hand since the last deploy: ${drift.join(', ')}`)
  if (renamedFrom !== undefined) {
    remarks.push(
      `looks like a rename of "${renamedFrom}", which would be deleted with its results. To keep them, run first:`,
      `npx sonde rename ${type} ${quoted(renamedFrom)} ${quoted(logicalId)} --project ${quoted(project)}`,
    )
  }
  return remarks
}

/** What the past week would have been like, in the words that differ. */
function alertsOf({ results, current, proposed, summary }: DeployBacktest): string {
  const parts = Object.entries(summary).flatMap(([kind, count]) => (count === 0 ? [] : [`${count} ${kind}`]))
  const told = parts.length === 0 ? 'none' : parts.join(', ')
  return `alerts of the last 7 days (${results} results): ${current} as it is, ${proposed} with this: ${told}`
}

/** Shells take what follows a # for a comment. */
function quoted(word: string): string {
  return word.includes('#') ? `'${word}'` : word
}
