import { kindOf, showsVariables } from '@sonde/schema/check-types/check-kinds.ts'
import { mayActAs, type Role } from '@sonde/schema/accounts/role.ts'
import { typedIntent, type CheckIntent } from '@sonde/schema/validation/intent.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import { openReadableSecrets } from '@sonde/store/checks/sealed-secrets.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import { shownVariables } from '../variables/shown-variables.ts'
import { documentOf } from './check-document.ts'
import { shownConfig } from './check-secrets.ts'
import type { CheckRelations } from './check-relations.ts'

/** For whom, and where they reach this server. */
type Showing = { publicUrl: string; role: Role; sealer: Sealer }

export type AnswerVersion = 'v1' | 'v2' | 'v3'

/** A check as the API shows it. The answer schema of its type leaves out what is not for showing. */
export function answerOf(
  row: CheckRow,
  version: AnswerVersion,
  relations: CheckRelations,
  { publicUrl, role, sealer }: Showing,
): Record<string, unknown> {
  // Nothing is opened for those who would not be shown it.
  const stored = mayActAs(role, 'READ_WRITE') ? openReadableSecrets(sealer, row.id, row) : row.config
  const config = { ...stored, ...kindOf(row.checkType).pings?.shown(stored, publicUrl) }
  return {
    ...shownConfig(row.checkType, config, role),
    ...variablesOf(row, { role, sealer }),
    id: row.id,
    name: row.name,
    checkType: row.checkType,
    activated: row.activated,
    muted: row.muted,
    groupId: row.groupId,
    frequency: row.frequency ?? undefined,
    frequencyOffset: row.frequencyOffset ?? undefined,
    intent: intentOf(row, version),
    ...relations,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: row.updatedAt === null ? null : new Date(row.updatedAt).toISOString(),
    // Only version 1 shows these, by its schema.
    ...flatBinding(relations),
  }
}

/** As one of many: a hundred checks may have a gigabyte of files beside their scripts. */
export function listedAnswerOf(...check: Parameters<typeof answerOf>): Record<string, unknown> {
  return {
    ...answerOf(...check),
    dependencies: undefined,
    setupScriptDependencies: undefined,
    tearDownScriptDependencies: undefined,
  }
}

function flatBinding({ projectBindings: { owner, references } }: CheckRelations) {
  const shown = owner ?? references[0] ?? null
  return {
    project: shown?.project ?? null,
    logicalId: shown?.binding.logicalId ?? null,
    member: shown === null ? null : owner !== null,
    pending: shown?.binding.pending ?? null,
  }
}

/** Not of every type: opening what is sealed takes time, and most types have no use for variables of their own. */
function variablesOf(row: CheckRow, { role, sealer }: Pick<Showing, 'role' | 'sealer'>) {
  if (!showsVariables(row.checkType)) return {}
  return { environmentVariables: shownVariables(documentOf(row, sealer).environmentVariables, role) }
}

function intentOf(row: CheckRow, version: AnswerVersion): unknown {
  const intent = row.config['intent'] ?? null
  // Stored only after its schema accepted it.
  return version === 'v3' ? typedIntent(intent as CheckIntent) : intent
}
