import { isRecord } from '@sonde/ground/is-record.ts'
import {
  DashboardConfig,
  type DashboardCreate,
  DashboardUpdate,
} from '@sonde/schema/status-pages/dashboard.ts'
import { fillDefaults, keepKnown, type Omissions, updated } from '@sonde/schema/validation/shape.ts'
import type { DashboardRow } from '@sonde/store/dashboards/dashboards.ts'

type DashboardColumns = Pick<DashboardRow, 'customUrl' | 'customDomain' | 'config'>

/** What the body says about a new dashboard, with its defaults. */
export function newDocument(
  body: DashboardCreate,
  { dashboardId }: { dashboardId: string },
): DashboardColumns {
  const config = fillDefaults(DashboardConfig, keepKnown(DashboardConfig, body))
  if (!isRecord(config)) throw new Error('a dashboard is an object')
  return { config, ...addressesOf(body, { dashboardId, customUrl: dashboardId, customDomain: null }) }
}

/** The fields that encoders of known clients leave out when they are empty. The others they always send, or never. */
const sparseOmissions: Omissions = {
  emptied: [
    'description',
    'logo',
    'favicon',
    'link',
    'width',
    'checksPerPage',
    'tags',
    'useTagsAndOperator',
    'hideTags',
    'isPrivate',
  ],
  replaced: [],
}

/** The body of such an encoder, with what is not part of the configuration. */
export function completeSparse(body: DashboardUpdate): DashboardUpdate {
  return { ...body, isPrivate: body.isPrivate ?? false, customDomain: body.customDomain ?? null }
}

/** The dashboard with what the body says laid over it. */
export function changedDocument(
  body: DashboardUpdate,
  before: DashboardRow,
  { isSparse }: { isSparse: boolean },
): DashboardColumns {
  const config = updated(DashboardConfig, before.config, body, {
    update: DashboardUpdate,
    fillsDefaults: false,
    omissions: isSparse ? sparseOmissions : undefined,
  })
  return { config, ...addressesOf(body, before) }
}

function addressesOf(
  { customUrl, customDomain }: Pick<DashboardUpdate, 'customUrl' | 'customDomain'>,
  before: Pick<DashboardRow, 'dashboardId' | 'customUrl' | 'customDomain'>,
): Pick<DashboardRow, 'customUrl' | 'customDomain'> {
  return {
    customUrl: customUrl === undefined ? before.customUrl : customUrl?.toLowerCase() || before.dashboardId,
    customDomain: customDomain === undefined ? before.customDomain : customDomain?.toLowerCase() || null,
  }
}

/** What a dashboard says of itself wherever it is shown, with neither its password nor its number. */
export function dashboardFields(row: DashboardRow) {
  const { dashboardId, customUrl, customDomain, key } = row
  return { ...configOf(row), dashboardId, customUrl, customDomain, isPrivate: key !== null }
}

/**
 * Safe because the two functions above are all that make the configuration of a dashboard. Those of earlier versions have
 * no layout.
 */
export function configOf({ config }: Pick<DashboardRow, 'config'>): DashboardConfig {
  return { layout: 'LIST', ...config } as DashboardConfig
}
