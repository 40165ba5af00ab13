import { isRecord } from '@sonde/ground/is-record.ts'
import { CheckGroupCreate, CheckGroupCreateOrUpdateV2 } from '@sonde/schema/checks/check-group.ts'
import type { EnvironmentVariable } from '@sonde/schema/variables/environment-variable.ts'
import { fillDefaults, keepKnown, type Omissions, updated } from '@sonde/schema/validation/shape.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import type { Subscription } from '@sonde/store/alerts/alert-subscriptions.ts'
import { groupSealContext, type CheckGroupRow } from '@sonde/store/checks/check-groups.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import type { TSchema } from 'typebox'
import { invalidInput } from '../refusal.ts'

/**
 * A group as its create schema describes it, complete with defaults. Only the fields that are treated apart
 * are named here; the schema has checked the others.
 */
export type GroupDocument = {
  name: string
  activated: boolean
  muted: boolean
  concurrency: number
  environmentVariables?: EnvironmentVariable[] | null | undefined
  /** Kept in a table of their own. Undefined: as they are. */
  alertChannelSubscriptions?: Subscription[] | null | undefined
  [field: string]: unknown
}

type Body = Readonly<Record<string, unknown>>

/**
 * The guarantee behind this cast: the value is valid by the create schema, or laid over a stored document
 * field by field from an update that is valid by its own schema, and has its defaults. Values of variables may
 * still be null: `restoreHiddenValues` sees to them.
 */
function asDocument(value: unknown): GroupDocument {
  return value as GroupDocument
}

/** A new group, or a whole one that is written over the `stored` one. */
export function wholeGroup(version: 1 | 2, body: Body, stored: GroupDocument | null): GroupDocument {
  const schema = version === 1 ? CheckGroupCreate : CheckGroupCreateOrUpdateV2
  return restoreHiddenValues(asDocument(fillDefaults(schema, keepKnown(schema, body))), stored)
}

/** What a group becomes when fields are laid over it; they are valid by `update`. */
export function mergedGroup(
  update: TSchema,
  stored: GroupDocument,
  body: Body,
  omissions?: Omissions,
): GroupDocument {
  // The fields of both versions are the same; the second allows more values.
  const merged = updated(CheckGroupCreateOrUpdateV2, stored, body, {
    update,
    fillsDefaults: false,
    omissions,
  })
  return restoreHiddenValues(asDocument(merged), stored)
}

/** What known clients leave out of a group when it is empty. Locations are kept, as those of checks are. */
export const sparseOmissions: Omissions = {
  emptied: [
    'tags',
    'environmentVariables',
    'apiCheckDefaults',
    'setupSnippetId',
    'tearDownSnippetId',
    'localSetupScript',
    'localTearDownScript',
  ],
  replaced: ['apiCheckDefaults'],
}

/** The body of an encoder that omits empty values, with what cannot be told from "as it is" otherwise. */
export function withExplicitSubscriptions(body: Body): Body {
  return { ...body, alertChannelSubscriptions: body['alertChannelSubscriptions'] ?? [] }
}

/** The whole group of such an encoder, which keeps where it runs unless it says so. */
export function withStoredLocations(body: Body, stored: GroupDocument): Body {
  const { locations, privateLocations } = stored
  return { locations, privateLocations, ...body }
}

/** A value that is not shown is sent back as null and stays; a variable that was secret once stays secret. */
function restoreHiddenValues(document: GroupDocument, stored: GroupDocument | null): GroupDocument {
  const storedVariables = new Map(
    (stored?.environmentVariables ?? []).map((variable) => [variable.key, variable]),
  )
  const violations: Violation[] = []
  for (const [index, variable] of (document.environmentVariables ?? []).entries()) {
    const before = storedVariables.get(variable.key)
    if (isHidden(variable)) {
      if (before === undefined) {
        const path = `environmentVariables.${index}.value`
        violations.push({ path, message: 'is required: there is no stored value to keep' })
      } else variable.value = before.value
    }
    if (before?.secret === true) variable.secret = true
  }
  if (violations.length > 0) throw invalidInput(violations)
  return document
}

function isHidden(variable: { value: string | null }): boolean {
  return variable.value === null
}

/** Without the subscriptions. */
export function documentOf(row: CheckGroupRow, sealer: Sealer): GroupDocument {
  return asDocument({
    ...row.config,
    name: row.name,
    activated: row.activated,
    muted: row.muted,
    concurrency: row.concurrency,
    ...openSealed(row, sealer),
  })
}

function openSealed(row: CheckGroupRow, sealer: Sealer): Body {
  if (row.sealedConfig === null) return {}
  const secrets: unknown = JSON.parse(sealer.open(row.sealedConfig, groupSealContext(row.id)))
  return isRecord(secrets) ? secrets : {}
}

type Columns = Pick<CheckGroupRow, 'name' | 'activated' | 'muted' | 'concurrency' | 'config'>

/** The columns of a document that anybody may read. */
export function columnsOf(document: GroupDocument): Columns {
  const { name, activated, muted, concurrency, ...rest } = document
  const {
    environmentVariables: _sealed,
    apiCheckDefaults: _sealedToo,
    alertChannelSubscriptions: _kept,
    ...config
  } = rest
  return { name, activated, muted, concurrency, config }
}

/** Values of variables, and what API checks send, passwords and all. */
export function sealedOf(id: number, document: GroupDocument, sealer: Sealer): string {
  const { environmentVariables, apiCheckDefaults } = document
  return sealer.seal(JSON.stringify({ environmentVariables, apiCheckDefaults }), groupSealContext(id))
}
