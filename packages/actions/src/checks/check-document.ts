import { isRecord } from '@sonde/ground/is-record.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import type { EnvironmentVariable } from '@sonde/schema/variables/environment-variable.ts'
import {
  brokenRules,
  fillDefaults,
  keepKnown,
  type Omissions,
  updated,
} from '@sonde/schema/validation/shape.ts'
import { restoreMasked } from '@sonde/schema/checks/check-secrets.ts'
import { highestOffset, isOffsetAllowed } from '@sonde/schema/checks/frequency.ts'
import type { Subscription } from '@sonde/store/alerts/alert-subscriptions.ts'
import { type CheckRow, type CheckUpdate, checkSealContext } from '@sonde/store/checks/checks.ts'
import { openSecrets, sealSecrets } from '@sonde/store/checks/sealed-secrets.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import { randomInt } from 'node:crypto'
import { invalidInput } from '../refusal.ts'
import type { UpdateMode } from './update-mode.ts'

/**
 * A check as its create schema describes it, complete with defaults: the shape that is stored. Only the
 * fields that every type shares are named here; the schema of the type has checked the others.
 */
export type CheckDocument = {
  name: string
  activated: boolean
  muted: boolean
  groupId: number | null
  frequency?: number | undefined
  frequencyOffset?: number | undefined
  environmentVariables?: EnvironmentVariable[] | null | undefined
  /** Undefined in an update that leaves them as they are. Kept in rows of their own. */
  alertChannelSubscriptions?: Subscription[] | undefined
  [field: string]: unknown
}

/**
 * The guarantee behind this cast: the value is valid by the create schema, or laid over a stored document
 * field by field from an update that is valid by its own schema, and has its defaults.
 */
function asDocument(value: unknown): CheckDocument {
  return value as CheckDocument
}

export function newDocument(kind: CheckKind, body: unknown): CheckDocument {
  const fields = isRecord(body) ? (kind.withStoredNames?.(body) ?? body) : body
  const document = asDocument(fillDefaults(kind.create, keepKnown(kind.create, fields)))
  kind.fillDefaults?.(document, null)
  const { mistakes } = restoreMasked(kind.secrets, document, null)
  if (mistakes.length > 0) throw invalidInput(mistakes)
  return choosePhase(document)
}

/** Locations and the group are kept: a check that is left out of them by mistake would not run any more. */
const sparseOmissions: Omissions = {
  emptied: ['alertChannelSubscriptions', 'tags', 'environmentVariables'],
  replaced: ['request'],
}

/** What a check becomes by an update; throws the refusal when the whole breaks a rule. */
export function updatedDocument(
  kind: CheckKind,
  stored: CheckDocument,
  body: Readonly<Record<string, unknown>>,
  mode: UpdateMode,
): CheckDocument {
  const fields = kind.withStoredNames?.(body) ?? body
  const merged = asDocument(
    updated(kind.create, stored, fields, {
      update: kind.update,
      fillsDefaults: mode === 'strict',
      omissions: mode === 'sparse' ? sparseOmissions : undefined,
    }),
  )
  kind.fillDefaults?.(merged, { stored, sent: fields })
  const unknownValues = keepSecrets(stored, merged)
  if (body['frequencyOffset'] === undefined) forgetUselessOffset(kind, stored, merged)
  const { document, mistakes } = restoreMasked(kind.secrets, merged, stored)
  const violations = [
    ...unknownValues,
    ...mistakes,
    ...brokenRules(kind.create, document, { complete: true }),
  ]
  if (violations.length > 0) throw invalidInput(violations)
  return choosePhase(document)
}

/** A stored phase means nothing to another frequency that it does not fit, or as a number of seconds. */
function forgetUselessOffset(kind: CheckKind, stored: CheckDocument, merged: CheckDocument): void {
  const { frequency, frequencyOffset } = merged
  if (frequency === undefined || frequencyOffset === undefined || frequency === stored.frequency) return
  if (frequency === 0 || !isOffsetAllowed(frequency, frequencyOffset, kind.subMinuteSeconds)) {
    merged.frequencyOffset = undefined
  }
}

/** Chooses the phase when nobody did, so that checks spread over their period. */
function choosePhase(document: CheckDocument): CheckDocument {
  const { frequency, frequencyOffset } = document
  if (frequency !== undefined && frequency !== 0 && frequencyOffset === undefined) {
    document.frequencyOffset = randomInt(1, highestOffset(frequency) + 1)
  }
  return document
}

/** A value that is not shown is sent back as null and stays; a variable that was secret once stays secret. */
function keepSecrets(stored: CheckDocument, merged: CheckDocument): Violation[] {
  const before = new Map((stored.environmentVariables ?? []).map((variable) => [variable.key, variable]))
  const sent: readonly (Omit<EnvironmentVariable, 'value'> & { value: string | null })[] =
    merged.environmentVariables ?? []
  const kept = sent.map(({ value, ...variable }) => ({
    ...variable,
    value: value ?? before.get(variable.key)?.value,
    ...(before.get(variable.key)?.secret === true ? { secret: true } : {}),
  }))
  const violations = kept.flatMap(({ value }, index) =>
    value === undefined
      ? [
          {
            path: `environmentVariables.${index}.value`,
            message: 'is required: there is no stored value to keep',
          },
        ]
      : [],
  )
  if (merged.environmentVariables)
    merged.environmentVariables = kept.map(({ value = '', ...variable }) => ({ ...variable, value }))
  return violations
}

export function documentOf(row: CheckRow, sealer: Sealer): CheckDocument {
  const document = asDocument({
    ...openSecrets(sealer, row.id, row),
    name: row.name,
    activated: row.activated,
    muted: row.muted,
    groupId: row.groupId,
    frequency: row.frequency ?? undefined,
    frequencyOffset: row.frequencyOffset ?? undefined,
    environmentVariables: undefined,
    alertChannelSubscriptions: undefined,
  })
  return row.sealedConfig === null
    ? document
    : { ...document, ...JSON.parse(sealer.open(row.sealedConfig, checkSealContext(row.id))) }
}

/**
 * The columns of a document. Values of variables are sealed, the secret ones and the others alike, and what its kind
 * says to be secret. `sealedSecrets` is what was stored of these before.
 */
export function columnsOf(
  check: Pick<CheckRow, 'id' | 'checkType'> & Partial<Pick<CheckRow, 'sealedSecrets'>>,
  document: CheckDocument,
  sealer: Sealer,
  context = checkSealContext(check.id),
): Omit<CheckUpdate, 'updatedAt'> {
  const { name, activated, muted, groupId, frequency, frequencyOffset, environmentVariables } = document
  const sealed = environmentVariables ? { environmentVariables } : null
  // What has a column is not written a second time: undefined leaves no trace in JSON, and taking the
  // fields out would turn the object into a slow dictionary.
  const config = {
    ...document,
    name: undefined,
    activated: undefined,
    muted: undefined,
    groupId: undefined,
    frequency: undefined,
    frequencyOffset: undefined,
    environmentVariables: undefined,
    alertChannelSubscriptions: undefined,
  }
  return {
    name,
    activated,
    muted,
    groupId,
    frequency: frequency ?? null,
    frequencyOffset: frequencyOffset ?? null,
    ...sealSecrets(sealer, check, config, check.sealedSecrets),
    sealedConfig: sealed === null ? null : sealer.seal(JSON.stringify(sealed), context),
  }
}
