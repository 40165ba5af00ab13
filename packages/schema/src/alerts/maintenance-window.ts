import { Type, type Static } from 'typebox'
import { replacedWhole, withRules, type Rule } from '../validation/annotations.ts'
import {
  Nullable,
  OneOf,
  RowNumber,
  Timestamp,
  Uuid,
  component,
  withoutDefault,
} from '../validation/building-blocks.ts'
import { DateFilter } from '../validation/date-filter.ts'
import { isoMomentForms, readIsoMoment } from '../validation/iso-moment.ts'
import { PageQuery } from '../validation/page.ts'
import { ProjectBindings } from '../accounts/project-binding.ts'
import { shortestStepMs } from './repeat-step.ts'
import { isTimezone, timezoneForms } from '../validation/timezone.ts'
import type { Violation } from '../validation/violation.ts'

export const repeatUnits = ['DAY', 'WEEK', 'MONTH'] as const
export type RepeatUnit = (typeof repeatUnits)[number]

export const maintenanceStatuses = [
  'SCHEDULED',
  'IN_PROGRESS',
  'VERIFYING',
  'COMPLETED',
  'CANCELLED',
] as const
export type MaintenanceStatus = (typeof maintenanceStatuses)[number]

const longestInterval = 365

/** The longest notice that a reminder can give, in minutes. */
export const longestReminderMinutes = 10_080

const tagList = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 1_000, default: [], description })

const momentField = (description: string) => Type.String({ maxLength: 100, description })

const flag = (byDefault: boolean, description: string) =>
  Type.Optional(Type.Boolean({ default: byDefault, description }))
const ids = (description: string) =>
  Type.Optional(Type.Array(Uuid(), { maxItems: 1_000, default: [], description }))
const severity = (options: Record<string, unknown>) =>
  Nullable(OneOf(['MINOR', 'MEDIUM', 'MAJOR', 'CRITICAL'] as const), options)

const listsServicesOrAll: Rule = ({ affectAllServices, serviceIds, statusPageIds }, { complete }) => {
  const count = (value: unknown) => (Array.isArray(value) ? value.length : 0)
  const violations: Violation[] = []
  if (affectAllServices === true && count(serviceIds) > 0) {
    violations.push({ path: 'serviceIds', message: 'must be empty with affectAllServices' })
  }
  if (complete && count(statusPageIds) > 0 && affectAllServices !== true && count(serviceIds) === 0) {
    violations.push({
      path: 'serviceIds',
      message: 'is required with statusPageIds, unless affectAllServices is set',
    })
  }
  if (complete && count(serviceIds) > 0 && count(statusPageIds) === 0) {
    violations.push({ path: 'statusPageIds', message: 'is required with serviceIds' })
  }
  return violations
}

const StatusPageVisibilityInput = replacedWhole(
  withRules(
    component(
      'MaintenanceStatusPageVisibilityInput',
      Type.Object(
        {
          enabled: flag(
            false,
            'Show the maintenance on status pages. If off, the other fields here have no effect.',
          ),
          severity: Type.Optional(severity({ default: null })),
          affectAllServices: flag(false, 'Covers every service of the pages; serviceIds must be empty.'),
          notifyOnStart: flag(false, 'Mail the subscribers when it starts.'),
          notifyOnEnd: flag(false, 'Mail the subscribers when it ends.'),
          suppressAutoIncidents: flag(
            false,
            'No automatic incidents for its services on its pages during the maintenance.',
          ),
          reminderMinutesBefore: Type.Optional(
            Type.Array(Type.Integer({ minimum: 60, maximum: longestReminderMinutes }), {
              maxItems: 3,
              default: [],
              description: 'Mail the subscribers this many minutes before it starts.',
            }),
          ),
          autoStart: flag(
            true,
            'False: it starts when somebody posts an update with the status IN_PROGRESS.',
          ),
          autoEnd: flag(true, 'False: it continues past its end until somebody ends it.'),
          showAffectedServices: flag(
            true,
            'Show the services as in maintenance. If off, their downtime counts.',
          ),
          statusPageIds: ids('The pages that show it.'),
          serviceIds: ids('The services it covers; each must be on one of the pages.'),
        },
        { default: {}, description: 'If sent, it replaces the whole object.' },
      ),
    ),
    listsServicesOrAll,
  ),
)

export const StatusPageVisibility = component(
  'MaintenanceStatusPageVisibility',
  Type.Object({
    enabled: Type.Boolean(),
    severity: severity({}),
    affectAllServices: Type.Boolean(),
    suppressAutoIncidents: Type.Boolean(),
    notifyOnStart: Type.Boolean(),
    notifyOnEnd: Type.Boolean(),
    reminderMinutesBefore: Type.Array(Type.Integer()),
    autoStart: Type.Boolean(),
    autoEnd: Type.Boolean(),
    showAffectedServices: Type.Boolean(),
    statusPageIds: Type.Array(Uuid()),
    serviceIds: Type.Array(Uuid()),
  }),
)
export type StatusPageVisibility = Static<typeof StatusPageVisibility>

const name = Type.String({ minLength: 1, maxLength: 200 })
const startsAt = momentField('Start of the first occurrence. Can be in the past.')
const endsAt = momentField('End of the first occurrence. All occurrences have the same duration.')
const repeatInterval = Nullable(Type.Integer({ minimum: 1, maximum: longestInterval }), {
  default: null,
  description: 'Repeat every N units. Null: it happens once.',
})
const repeatUnit = Nullable(OneOf(repeatUnits), {
  default: null,
  description: 'Required with repeatInterval. A month without that day uses its last day.',
})
const repeatEndsAt = Nullable(Type.String({ maxLength: 100 }), {
  default: null,
  description: 'The last day, in the time zone, on which an occurrence can start. Null: no end.',
})
const timezone = Nullable(Type.String({ minLength: 1, maxLength: 100 }), {
  default: null,
  description:
    'Time zone in which repeats keep their time of day, as an IANA name like Europe/Paris. Null: UTC.',
})
const description = Nullable(Type.String({ maxLength: 2_000 }), { default: null })
const tags = tagList('Pause checks with any of these tags, or in a group with one.')
const silenceAlertsTags = tagList(
  'Silence the alerts of checks with any of these tags, or in a group with one.',
)
const pauseAllChecks = Type.Boolean({ default: false, description: 'Pause every check of the account.' })
const silenceAllAlerts = Type.Boolean({
  default: false,
  description: 'Silence every alert of the account.',
})

const checkIds = (words: string) =>
  Type.Array(Uuid(), { maxItems: 1_000, default: [], uniqueItems: true, description: words })
const groupIds = (words: string) =>
  Type.Array(RowNumber(), { maxItems: 1_000, default: [], uniqueItems: true, description: words })
const silenceCheckIds = checkIds('Silence the alerts of these checks.')
const silenceGroupIds = groupIds('Silence the alerts of the checks in these groups.')
const pauseCheckIds = checkIds('Pause these checks.')
const pauseGroupIds = groupIds('Pause the checks in these groups.')

const datesAreDates: Rule = ({ startsAt: start, endsAt: end, repeatEndsAt: last, timezone: zone }) => {
  const violations: Violation[] = []
  const isZoneWrong = typeof zone === 'string' && !isTimezone(zone)
  const lastDayZone = typeof zone === 'string' && !isZoneWrong ? zone : 'UTC'
  for (const [path, value, readIn] of [
    ['startsAt', start, 'UTC'],
    ['endsAt', end, 'UTC'],
    ['repeatEndsAt', last, lastDayZone],
  ] as const) {
    if (typeof value === 'string' && readIsoMoment(value, readIn) === null) {
      violations.push({ path, message: isoMomentForms })
    }
  }
  if (isZoneWrong) {
    violations.push({ path: 'timezone', message: timezoneForms })
  }
  return violations
}

const momentOf = (value: unknown, zone?: string) =>
  typeof value === 'string' ? readIsoMoment(value, zone) : null

const endFollowsStart: Rule = (window) => {
  const [start, end] = [momentOf(window['startsAt']), momentOf(window['endsAt'])]
  return start !== null && end !== null && end < start
    ? [{ path: 'endsAt', message: 'must not be before startsAt' }]
    : []
}

const repeatsMakeSense: Rule = (window, { complete }) => {
  const { repeatInterval: interval, repeatUnit: unit, timezone: zone = null } = window
  if (!complete || typeof interval !== 'number') return []
  if (unit === null || unit === undefined) {
    return [{ path: 'repeatUnit', message: 'is required with repeatInterval' }]
  }
  const [start, end] = [momentOf(window['startsAt']), momentOf(window['endsAt'])]
  if (!isInterval(interval) || !isRepeatUnit(unit) || start === null || end === null) return []
  const timezoneId = zone ?? 'UTC'
  if (typeof timezoneId !== 'string' || !isTimezone(timezoneId)) return []
  const violations: Violation[] = []
  if (end - start > shortestStepMs({ startsAt: start, interval, unit, timezone: timezoneId })) {
    violations.push({ path: 'endsAt', message: 'makes it longer than the time between two repeats' })
  }
  const last = momentOf(window['repeatEndsAt'], timezoneId)
  if (last !== null && isDayBefore(last, start, timezoneId)) {
    violations.push({ path: 'repeatEndsAt', message: 'must not be before the day of startsAt' })
  }
  return violations
}

/** Rules also run where the schema has found something wrong, and the calendar takes no number that is wild. */
function isInterval(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= longestInterval
}

function isRepeatUnit(value: unknown): value is RepeatUnit {
  return repeatUnits.some((unit) => unit === value)
}

function isDayBefore(at: number, otherAt: number, zone: string): boolean {
  const dayOf = (moment: number) =>
    Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).toPlainDate()
  return Temporal.PlainDate.compare(dayOf(at), dayOf(otherAt)) < 0
}

const rules = [datesAreDates, endFollowsStart, repeatsMakeSense]

export const MaintenanceWindowCreate = withRules(
  component(
    'MaintenanceWindowCreate',
    Type.Object({
      name,
      startsAt,
      endsAt,
      repeatInterval: Type.Optional(repeatInterval),
      repeatUnit: Type.Optional(repeatUnit),
      repeatEndsAt: Type.Optional(repeatEndsAt),
      timezone: Type.Optional(timezone),
      description: Type.Optional(description),
      tags: Type.Optional(tags),
      pauseAllChecks: Type.Optional(pauseAllChecks),
      silenceAlertsTags: Type.Optional(silenceAlertsTags),
      silenceAllAlerts: Type.Optional(silenceAllAlerts),
      silenceCheckIds: Type.Optional(silenceCheckIds),
      silenceGroupIds: Type.Optional(silenceGroupIds),
      pauseCheckIds: Type.Optional(pauseCheckIds),
      pauseGroupIds: Type.Optional(pauseGroupIds),
      statusPageVisibility: Type.Optional(StatusPageVisibilityInput),
    }),
  ),
  ...rules,
)

export const MaintenanceWindowUpdate = withRules(
  component(
    'MaintenanceWindowUpdate',
    Type.Object({
      name: Type.Optional(name),
      startsAt: Type.Optional(startsAt),
      endsAt: Type.Optional(endsAt),
      repeatInterval: Type.Optional(withoutDefault(repeatInterval)),
      repeatUnit: Type.Optional(withoutDefault(repeatUnit)),
      repeatEndsAt: Type.Optional(withoutDefault(repeatEndsAt)),
      timezone: Type.Optional(withoutDefault(timezone)),
      description: Type.Optional(withoutDefault(description)),
      tags: Type.Optional(withoutDefault(tags)),
      pauseAllChecks: Type.Optional(withoutDefault(pauseAllChecks)),
      silenceAlertsTags: Type.Optional(withoutDefault(silenceAlertsTags)),
      silenceAllAlerts: Type.Optional(withoutDefault(silenceAllAlerts)),
      silenceCheckIds: Type.Optional(withoutDefault(silenceCheckIds)),
      silenceGroupIds: Type.Optional(withoutDefault(silenceGroupIds)),
      pauseCheckIds: Type.Optional(withoutDefault(pauseCheckIds)),
      pauseGroupIds: Type.Optional(withoutDefault(pauseGroupIds)),
      statusPageVisibility: Type.Optional(StatusPageVisibilityInput),
    }),
  ),
  ...rules,
)

export const MaintenanceWindow = component(
  'MaintenanceWindow',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    tags: Type.Array(Type.String()),
    startsAt: Timestamp(),
    endsAt: Timestamp(),
    repeatInterval: Nullable(Type.Integer()),
    repeatUnit: Nullable(OneOf(repeatUnits)),
    repeatEndsAt: Nullable(Timestamp()),
    timezone: Nullable(Type.String()),
    description: Nullable(Type.String()),
    statusPageVisibility: StatusPageVisibility,
    pauseAllChecks: Type.Boolean(),
    silenceAlertsTags: Type.Array(Type.String()),
    silenceAllAlerts: Type.Boolean(),
    silenceCheckIds: Type.Array(Uuid()),
    silenceGroupIds: Type.Array(Type.Integer()),
    pauseCheckIds: Type.Array(Uuid()),
    pauseGroupIds: Type.Array(Type.Integer()),
    created_at: Timestamp(),
    updated_at: Nullable(Timestamp()),
    projectBindings: ProjectBindings,
  }),
)
export type MaintenanceWindow = Static<typeof MaintenanceWindow>

export const MaintenanceWindowList = component('MaintenanceWindowList', Type.Array(MaintenanceWindow))

const windowId = Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'a positive integer' })
export const MaintenanceWindowParams = Type.Object({ id: windowId })
export const MaintenanceParams = Type.Object({ id: windowId, maintenanceId: Uuid() })
export const MaintenanceUpdateParams = Type.Object({ id: windowId, maintenanceId: Uuid(), updateId: Uuid() })

const comparison = (field: string, words: string) =>
  Type.Optional(DateFilter(`Only windows whose ${field} is ${words} this`))

export const MaintenanceWindowQuery = Type.Object({
  ...PageQuery.properties,
  'startsAt[gt]': comparison('startsAt', 'after'),
  'startsAt[gte]': comparison('startsAt', 'at or after'),
  'startsAt[lt]': comparison('startsAt', 'before'),
  'startsAt[lte]': comparison('startsAt', 'at or before'),
  'endsAt[gt]': comparison('endsAt', 'after'),
  'endsAt[gte]': comparison('endsAt', 'at or after'),
  'endsAt[lt]': comparison('endsAt', 'before'),
  'endsAt[lte]': comparison('endsAt', 'at or before'),
})
export type MaintenanceWindowQuery = Static<typeof MaintenanceWindowQuery>

export const MaintenanceListQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
  page: Type.Integer({ minimum: 1, default: 1 }),
})
