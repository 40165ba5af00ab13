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
        waitForRun: seconds('From the outage until the first run that detects it is due.'),
        escalation: seconds('From then until the run that raises the alert is due.'),
        attempts: seconds('From then until the last attempt of that run has ended.'),
        total: seconds('From the outage until the alert is raised.'),
        totalToFirstTry: seconds('From the outage until the first attempt to deliver it.'),
      }),
      { description: 'With the current settings; null for a check without a schedule.' },
    ),
    measured: Type.Object({
      from: Timestamp(),
      to: Timestamp(),
      alerts: Type.Integer({ description: 'Failure alerts in the window, without reminders.' }),
      toWritten: Measured,
      toFirstTry: Measured,
      toAccepted: Measured,
    }),
    exceeded: Type.Integer({
      description:
        'Alerts that took longer than the worst case, from the time the first failed run was due to the first delivery attempt.',
    }),
  }),
)
export type TimeToPage = Static<typeof TimeToPage>
