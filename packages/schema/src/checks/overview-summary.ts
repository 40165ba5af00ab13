import { Type, type Static } from 'typebox'
import { Nullable, Timestamp, Uuid, component } from '../validation/building-blocks.ts'

/** Certificates that end within this time are named: it is when those who renew by hand begin. */
export const certificateSoonDays = 30

const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) })

const ExpiringCertificate = Type.Object({
  checkId: Uuid(),
  checkName: Type.String(),
  domain: Nullable(Type.String(), { description: 'The host whose certificate it is; null when not known.' }),
  expiresAt: Timestamp(),
})

const NamedMaintenance = Type.Object({
  windowId: Type.Integer(),
  name: Type.String(),
  startsAt: Timestamp(),
  endsAt: Nullable(Timestamp(), { description: 'Null when somebody ends it by hand.' }),
})

/** What is above the list of checks: whether somebody has to act, and on what. */
export const CheckOverviewSummary = component(
  'CheckOverviewSummary',
  Type.Object({
    problems: Type.Object(
      { failing: count(), degraded: count() },
      { description: 'Checks that run and fail, or are degraded.' },
    ),
    alerts: Type.Object({
      raised: count('Alerts of the last 24 hours, with recoveries and reminders.'),
      failedDeliveries: count('Notifications of the last 24 hours that could not be delivered.'),
    }),
    coverage: Type.Object(
      {
        due: count('Runs that were due.'),
        covered: count('How many of them gave a verdict.'),
        until: Nullable(Timestamp(), { description: 'End of the last hour that counts; null: none does.' }),
      },
      {
        description:
          'The last 24 hours whose runs are all counted; the running hour is never among them. Up to five minutes old.',
      },
    ),
    certificates: Type.Object({
      expired: count(),
      expiring: count(
        `Certificates that end within ${certificateSoonDays} days, without those that have ended. One that several checks look at counts once.`,
      ),
      next: Nullable(ExpiringCertificate, {
        description: 'The first of both to end; null when there is none.',
      }),
    }),
    maintenance: Type.Object({
      running: count('Maintenance windows and silences that are in force.'),
      current: Nullable(NamedMaintenance, { description: 'The one in force that ends first.' }),
      next: Nullable(NamedMaintenance, { description: 'The next one that is planned.' }),
    }),
    agents: Type.Object({
      connected: count(),
      missing: count('Agents that were heard of within a day, did not stop, and are silent now.'),
      firstMissing: Nullable(
        Type.Object({ name: Nullable(Type.String()), location: Type.String(), lastSeenAt: Timestamp() }),
      ),
    }),
  }),
)
export type CheckOverviewSummary = Static<typeof CheckOverviewSummary>
