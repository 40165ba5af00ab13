import { Type, type Static } from 'typebox'
import { withRules, type Rule } from '../validation/annotations.ts'
import { Nullable, RowNumber, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { isoMomentForms, readIsoMoment } from '../validation/iso-moment.ts'
import type { Violation } from '../validation/violation.ts'

/** A year: whoever wants more mutes. */
export const longestSilenceMinutes = 365 * 24 * 60

const silencesOneWay: Rule = ({ checkIds: checks, groupIds: groups, minutes, until }) => {
  const violations: Violation[] = []
  const count = (list: unknown) => (Array.isArray(list) ? list.length : 0)
  if (count(checks) + count(groups) === 0) {
    violations.push({ path: 'checkIds', message: 'must contain a check, unless groupIds contains a group' })
  }
  const isUntilGiven = until !== undefined && until !== null
  if ((minutes !== undefined && minutes !== null) === isUntilGiven) {
    violations.push({ path: 'minutes', message: 'is required unless until is set; set only one of them' })
  }
  if (typeof until === 'string' && readIsoMoment(until, 'UTC') === null) {
    violations.push({ path: 'until', message: isoMomentForms })
  }
  return violations
}

/** A silence is a window that begins now, happens once and holds back the alerts of what it names. */
export const SilenceCreate = component(
  'SilenceCreate',
  withRules(
    Type.Object({
      checkIds: Type.Optional(Type.Array(Uuid(), { maxItems: 1_000, uniqueItems: true })),
      groupIds: Type.Optional(Type.Array(RowNumber(), { maxItems: 1_000, uniqueItems: true })),
      minutes: Type.Optional(
        Nullable(Type.Integer({ minimum: 1, maximum: longestSilenceMinutes }), {
          description: 'Duration from now on.',
        }),
      ),
      until: Type.Optional(
        Nullable(Type.String({ maxLength: 100 }), { description: 'End time, instead of minutes.' }),
      ),
    }),
    silencesOneWay,
  ),
)
export type SilenceCreate = Static<typeof SilenceCreate>

const namesOneSubject: Rule = ({ checkId, groupId }) =>
  (checkId === undefined) === (groupId === undefined)
    ? [{ path: 'checkId', message: 'is required unless groupId is set; set only one of them' }]
    : []

export const MaintenanceInForceQuery = withRules(
  Type.Object({
    checkId: Type.Optional(Uuid()),
    groupId: Type.Optional(RowNumber()),
  }),
  namesOneSubject,
)

export const MaintenanceInForce = component(
  'MaintenanceInForce',
  Type.Object({
    windowId: Type.Integer(),
    name: Type.String(),
    endsAt: Nullable(Timestamp(), { description: 'Null: it lasts until somebody ends it.' }),
    silences: Type.Boolean({ description: 'Whether its alerts are silenced.' }),
    pauses: Type.Boolean({ description: 'Whether it is paused.' }),
    isOwn: Type.Boolean({ description: 'Whether the window silences or pauses nothing else.' }),
  }),
)
export type MaintenanceInForce = Static<typeof MaintenanceInForce>

export const MaintenanceInForceList = component('MaintenanceInForceList', Type.Array(MaintenanceInForce))
