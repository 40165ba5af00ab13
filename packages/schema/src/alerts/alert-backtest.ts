import { Type, type Static } from 'typebox'
import { AlertSettingsAlone } from './alert-settings.ts'
import { alertTypes } from './alert.ts'
import { OneOf, Timestamp, component } from '../validation/building-blocks.ts'

const moment = 'Unix seconds, Unix milliseconds or ISO 8601'

export const AlertBacktestRequest = component(
  'AlertBacktestRequest',
  Type.Object(
    {
      alertSettings: AlertSettingsAlone,
      from: Type.Optional(
        Type.String({
          maxLength: 40,
          description: `Inclusive; seven days before \`to\` when omitted: ${moment}.`,
        }),
      ),
      to: Type.Optional(
        Type.String({ maxLength: 40, description: `Exclusive; now when omitted: ${moment}.` }),
      ),
    },
    { additionalProperties: false, description: 'Unknown fields are rejected.' },
  ),
)
export type AlertBacktestRequest = Static<typeof AlertBacktestRequest>

const ReplayedAlert = component(
  'ReplayedAlert',
  Type.Object({
    alertType: OneOf(alertTypes),
    at: Timestamp({ description: 'When it would have been raised.' }),
    scheduledAt: Timestamp({ description: 'When the run was due that raised it.' }),
    reminderSequence: Type.Integer({ description: '0: the alert itself.' }),
  }),
)

const comparisons = ['same', 'earlier', 'later', 'never', 'new'] as const

export const BacktestSummary = component(
  'BacktestSummary',
  Type.Object(
    {
      same: Type.Integer(),
      earlier: Type.Integer(),
      later: Type.Integer(),
      never: Type.Integer(),
      new: Type.Integer(),
    },
    { description: 'How many changes of each kind.' },
  ),
)
export type BacktestSummary = Static<typeof BacktestSummary>

export const AlertBacktest = component(
  'AlertBacktest',
  Type.Object({
    from: Timestamp(),
    to: Timestamp(),
    results: Type.Integer({ description: 'Final results that were replayed.' }),
    occurrences: Type.Integer({ description: 'Occurrences: a parallel check has several results in each.' }),
    counts: Type.Object(
      { current: Type.Integer(), proposed: Type.Integer(), changes: Type.Integer() },
      { description: 'How many there are of each; the lists below show the first 1,000.' },
    ),
    current: Type.Array(ReplayedAlert, { description: 'With the settings of the check as they are.' }),
    proposed: Type.Array(ReplayedAlert, { description: 'With the settings of the request.' }),
    changes: Type.Array(
      component(
        'AlertBacktestChange',
        Type.Object({
          alertType: OneOf(alertTypes),
          at: Timestamp(),
          change: OneOf(comparisons, { description: 'What changes with the proposed settings.' }),
          bySeconds: Type.Number({ description: 'How much earlier or later.' }),
        }),
      ),
      { description: 'Alerts without reminders, oldest first.' },
    ),
    summary: BacktestSummary,
  }),
)
export type AlertBacktest = Static<typeof AlertBacktest>
