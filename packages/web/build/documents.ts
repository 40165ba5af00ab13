import { BulkEdit } from '@sonde/schema/checks/bulk-edit.ts'
import { CheckGroupCreateOrUpdateV2 } from '@sonde/schema/checks/check-group.ts'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import { CheckOverviewQuery } from '@sonde/schema/checks/check-overview.ts'
import { CheckSessionTarget } from '@sonde/schema/runs/check-session.ts'
import type { TSchema } from 'typebox'
import { pageDocuments } from './page-documents.ts'
import { settingsDocuments } from './settings-documents.ts'
import { alertingDocuments } from './alerting-documents.ts'
import { formDocument } from './form-document.ts'

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
