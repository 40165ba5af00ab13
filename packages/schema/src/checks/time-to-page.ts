import { Type, type Static } from 'typebox'
import { Nullable, Timestamp, component } from '../validation/building-blocks.ts'

const seconds = (description: string) => Type.Number({ description: `Seconds. ${description}` })

const Measured = component(
  'MeasuredTimes',
  Type.Object({
    p50: Nullable(Type.Number()),
    p95: Nullable(Type.Number()),
    max: Nullable(Type.Number()),
  }),
)

export const TimeToPage = component(
  'TimeToPage',
  Type.Object({
    worstCase: Nullable(
      Type.Object({
        waitForRun: seconds('From the outage until the slot of the first run that sees it.'),
        escalation: seconds('From that slot to the slot of the run that raises the alert.'),
        attempts: seconds('From that slot until the last attempt of the run has ended.'),
        total: seconds('From the outage until the alert is written.'),
        totalToFirstTry: seconds('From the outage until the first try to deliver it.'),
      }),
      { description: 'Of the settings as they are now; null for a check that does not run on a schedule.' },
    ),
    measured: Type.Object({
      from: Timestamp(),
      to: Timestamp(),
      alerts: Type.Integer({ description: 'Failure alerts of the window, without reminders.' }),
      toWritten: Measured,
      toFirstTry: Measured,
      toAccepted: Measured,
    }),
    exceeded: Type.Integer({
      description:
        'Alerts that took longer, from the slot of the first failed run to the first try, than the worst case allows.',
    }),
  }),
)
export type TimeToPage = Static<typeof TimeToPage>
