import { isAcceptedOnly, isReplacedWhole } from '@sonde/schema/validation/annotations.ts'
import { assertionSourcesOf } from '@sonde/schema/check-types/assertion.ts'
import { BulkEdit } from '@sonde/schema/checks/bulk-edit.ts'
import { CheckGroupCreateOrUpdateV2 } from '@sonde/schema/checks/check-group.ts'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import { CheckOverviewQuery } from '@sonde/schema/checks/check-overview.ts'
import { CheckSessionTarget } from '@sonde/schema/runs/check-session.ts'
import type { TSchema } from 'typebox'
import { pageDocuments } from './page-documents.ts'
import { settingsDocuments } from './settings-documents.ts'
import { alertingDocuments } from './alerting-documents.ts'

/** The schemas that forms are made from, by the name under which the web imports them. */
export const documents: Readonly<Record<string, TSchema>> = {
  ...Object.fromEntries(Object.entries(alertingDocuments).map(([name, each]) => [name, formDocument(each)])),
  ...Object.fromEntries(Object.entries(pageDocuments).map(([name, each]) => [name, formDocument(each)])),
  ...settingsDocuments,
  ...Object.fromEntries(checkKinds.map(({ checkType, create }) => [checkType, formDocument(create)])),
  'bulk-edit': BulkEdit,
  'check-overview-query': CheckOverviewQuery,
  'check-session-target': CheckSessionTarget,
  'check-group': formDocument(CheckGroupCreateOrUpdateV2),
}

type Node = TSchema & {
  properties?: Record<string, TSchema>
  required?: readonly string[]
  items?: TSchema
  anyOf?: readonly TSchema[]
}

/**
 * A schema as forms need it: without the fields that are accepted and ignored, which have no place in a form, and
 * with what the API keeps under symbols and a form has to know.
 */
function formDocument(schema: TSchema): TSchema {
  const node: Node = schema
  const kept = Object.entries(node.properties ?? {}).filter(([, property]) => !isAcceptedOnly(property))
  const names = new Set(kept.map(([name]) => name))
  const sources = assertionSourcesOf(schema)
  return {
    ...schema,
    ...(node.properties && {
      properties: Object.fromEntries(kept.map(([name, property]) => [name, formDocument(property)])),
    }),
    ...(node.required && { required: node.required.filter((name) => names.has(name)) }),
    ...(node.items && { items: formDocument(node.items) }),
    ...(node.anyOf && { anyOf: node.anyOf.map(formDocument) }),
    ...(sources && { 'x-sources': sources }),
    ...(isReplacedWhole(schema) && { 'x-replaced-whole': true }),
  }
}

/** What the screens have to know about the types of check that can be made. */
export const checkKindFacts = checkKinds.map(
  ({ checkType, segment, title, article, subMinuteSeconds, analytics, run }) => ({
    checkType,
    segment,
    title,
    article,
    subMinuteSeconds,
    analyticsSegment: analytics.segment,
    isRun: run !== null,
  }),
)
