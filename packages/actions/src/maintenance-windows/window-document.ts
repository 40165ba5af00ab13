import { readIsoMoment } from '@sonde/schema/validation/iso-moment.ts'
import {
  MaintenanceWindowCreate,
  MaintenanceWindowUpdate,
  type RepeatUnit,
  type StatusPageVisibility,
} from '@sonde/schema/alerts/maintenance-window.ts'
import {
  brokenRules,
  fillDefaults,
  keepKnown,
  type Omissions,
  updated,
} from '@sonde/schema/validation/shape.ts'
import type { MaintenanceWindowRow } from '@sonde/store/maintenance/maintenance-windows.ts'
import { invalidInput } from '../refusal.ts'

/** A window as its create schema describes it, complete with defaults. */
type WindowDocument = {
  name: string
  startsAt: string
  endsAt: string
  repeatInterval: number | null
  repeatUnit: RepeatUnit | null
  repeatEndsAt: string | null
  timezone: string | null
  description: string | null
  tags: string[]
  pauseAllChecks: boolean
  silenceAlertsTags: string[]
  silenceAllAlerts: boolean
  silenceCheckIds: string[]
  silenceGroupIds: number[]
  pauseCheckIds: string[]
  pauseGroupIds: number[]
  statusPageVisibility: StatusPageVisibility
}

/**
 * The guarantee behind this cast: the value is valid by the create schema, or laid over a stored window
 * field by field from an update that is valid by its own schema, and has its defaults.
 */
function asDocument(value: unknown): WindowDocument {
  return value as WindowDocument
}

type Columns = Pick<MaintenanceWindowRow, 'name' | 'startsAt' | 'endsAt' | 'config'>

export function newWindow(body: unknown): Columns {
  const document = fillDefaults(MaintenanceWindowCreate, keepKnown(MaintenanceWindowCreate, body))
  return columnsOf(asDocument(document))
}

/** What encoders of known clients leave out of a window when it is empty. */
const sparseOmissions: Omissions = {
  emptied: ['repeatInterval', 'repeatUnit', 'repeatEndsAt', 'tags'],
  replaced: [],
}

/** What a window becomes by an update; throws the refusal when the whole breaks a rule. */
export function updatedWindow(
  before: Columns,
  body: Readonly<Record<string, unknown>>,
  { isSparse }: { isSparse: boolean },
): Columns {
  const merged = updated(MaintenanceWindowCreate, windowDocument(before), body, {
    update: MaintenanceWindowUpdate,
    fillsDefaults: false,
    omissions: isSparse ? sparseOmissions : undefined,
  })
  const violations = brokenRules(MaintenanceWindowCreate, merged, { complete: true })
  if (violations.length > 0) throw invalidInput(violations)
  return columnsOf(asDocument(merged))
}

function columnsOf({ name, startsAt, endsAt, repeatEndsAt, ...rest }: WindowDocument): Columns {
  return {
    name,
    startsAt: momentOf(startsAt),
    endsAt: momentOf(endsAt),
    config: {
      ...rest,
      repeatEndsAt: repeatEndsAt === null ? null : momentOf(repeatEndsAt, rest.timezone ?? 'UTC'),
    },
  }
}

/** The body that would make the window, complete with defaults. */
export function windowDocument({ name, startsAt, endsAt, config }: Columns): WindowDocument {
  const { repeatEndsAt } = config
  return {
    ...config,
    name,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    repeatEndsAt: repeatEndsAt === null ? null : new Date(repeatEndsAt).toISOString(),
  }
}

/** The rules of the schema have seen to it that this is one. */
function momentOf(text: string, timezone?: string): number {
  const at = readIsoMoment(text, timezone)
  if (at === null) throw new Error(`${text} passed the rules and is no moment`)
  return at
}
