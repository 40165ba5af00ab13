import type {
  Configuration,
  ConfigurationImport,
  ImportAction,
  ImportedItem,
} from '@sonde/schema/accounts/configuration.ts'
import type { Role } from '@sonde/schema/accounts/role.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { invalidInput } from '../refusal.ts'
import { leaveOutOwnersSettings } from './owners-settings.ts'
import { mostMistakesNamed, planImport, type SkippedItem } from './plan-import.ts'
import { describePlanned, writeImport } from './write-import.ts'

/** `role` is that of whoever asked; `signal` aborts when they have gone. */
type ImportOrder = { input: Configuration; role: Role; dryRun: boolean; signal: AbortSignal }

/** Creates what is missing and changes what is different; nothing is deleted. Whoever calls it has a turn of the gate. */
export async function importConfiguration(
  deps: ActionDeps,
  actor: Actor,
  { input, role, dryRun, signal }: ImportOrder,
): Promise<ConfigurationImport> {
  const { read } = deps.store
  const { accountId } = actor
  const { document, warnings } = await leaveOutOwnersSettings(read, { accountId, role, document: input })
  const plan = await planImport(read, { deps, actor, document, signal })
  if (plan.mistakes.length > 0) throw invalidInput(plan.mistakes.slice(0, mostMistakesNamed))
  const items = [
    ...(dryRun ? plan.items.map(describePlanned) : await writeImport(plan, { deps, actor, signal })),
    ...plan.skipped.map(describeSkipped),
  ]
  const countOf = (action: ImportAction) => items.filter((item) => item.action === action).length
  return {
    dryRun,
    accountId,
    created: countOf('created'),
    updated: countOf('updated'),
    unchanged: countOf('unchanged'),
    skipped: countOf('skipped'),
    items,
    warnings: [...warnings, ...plan.warnings],
  }
}

function describeSkipped({ kind, sourceId, name }: SkippedItem): ImportedItem {
  return { kind: kind.list, id: null, sourceId, name, action: 'skipped' }
}
