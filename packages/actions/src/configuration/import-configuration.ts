import type {
  Configuration,
  ConfigurationImport,
  ImportAction,
  ImportedItem,
} from '@sonde/schema/accounts/configuration.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { invalidInput } from '../refusal.ts'
import { mostMistakesNamed, planImport, type SkippedItem } from './plan-import.ts'
import { describePlanned, writeImport } from './write-import.ts'

/** `signal` aborts when whoever asked has gone. */
type ImportOrder = { input: Configuration; dryRun: boolean; signal: AbortSignal }

/** Creates what is missing and changes what is different; nothing is deleted. Whoever calls it has a turn of the gate. */
export async function importConfiguration(
  deps: ActionDeps,
  actor: Actor,
  { input, dryRun, signal }: ImportOrder,
): Promise<ConfigurationImport> {
  const plan = await planImport(deps.store.read, { deps, actor, document: input, signal })
  if (plan.mistakes.length > 0) throw invalidInput(plan.mistakes.slice(0, mostMistakesNamed))
  const items = [
    ...(dryRun ? plan.items.map(describePlanned) : await writeImport(plan, { deps, actor, signal })),
    ...plan.skipped.map(describeSkipped),
  ]
  const countOf = (action: ImportAction) => items.filter((item) => item.action === action).length
  return {
    dryRun,
    accountId: actor.accountId,
    created: countOf('created'),
    updated: countOf('updated'),
    unchanged: countOf('unchanged'),
    skipped: countOf('skipped'),
    items,
    warnings: plan.warnings,
  }
}

function describeSkipped({ kind, sourceId, name }: SkippedItem): ImportedItem {
  return { kind: kind.list, id: null, sourceId, name, action: 'skipped' }
}
