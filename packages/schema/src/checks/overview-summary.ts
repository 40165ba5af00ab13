import { Type, type Static } from 'typebox'
import { Nullable, Timestamp, Uuid, component } from '../validation/building-blocks.ts'

/** Certificates that end within this time are named: it is when those who renew by hand begin. */
export const certificateSoonDays = 30

const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) })

const ExpiringCertificate = Type.Object({
  checkId: Uuid(),
  checkName: Type.String(),
  domain: Nullable(Type.String(), { description: 'Host of the certificate; null if not known.' }),
  expiresAt: Timestamp(),
})

const NamedMaintenance = Type.Object({
  windowId: Type.Integer(),
  name: Type.String(),
  startsAt: Timestamp(),
  endsAt: Nullable(Timestamp(), { description: 'Null if it is ended manually.' }),
})

/** What is above the list of checks: whether somebody has to act, and on what. */
export const CheckOverviewSummary = component(
  'CheckOverviewSummary',
  Type.Object({
    problems: Type.Object(
      { failing: count(), degraded: count() },
      { description: 'Active checks that are failing or degraded.' },
    ),
    alerts: Type.Object({
      raised: count('Alerts of the last 24 hours, including recoveries and reminders.'),
      failedDeliveries: count('Notifications of the last 24 hours that could not be delivered.'),
      openDeliveries: count(
        'Notifications of the last 24 hours that are older than a minute and not delivered yet.',
      ),
      unnotified: count(
        'Alerts of the last 24 hours about failing or degraded checks that notified nobody, although nobody had muted, silenced or paused the check.',
      ),
    }),
    coverage: Type.Object(
      {
        due: count('Runs that were due.'),
        covered: count('How many of them gave a verdict.'),
        until: Nullable(Timestamp(), { description: 'End of the last counted hour; null if there is none.' }),
      },
      {
        description:
          'The last 24 hours that are completely counted, without the current hour. Up to five minutes old.',
      },
    ),
    certificates: Type.Object({
      expired: count(),
      expiring: count(
        `Certificates that expire within ${certificateSoonDays} days, without expired ones. A certificate used by several checks counts once.`,
      ),
      next: Nullable(ExpiringCertificate, {
        description: 'The next certificate to expire; null if there is none.',
      }),
    }),
    maintenance: Type.Object({
      running: count('Maintenance windows and silences that are in force.'),
      current: Nullable(NamedMaintenance, { description: 'The one in force that ends first.' }),
      next: Nullable(NamedMaintenance, { description: 'The next one that is planned.' }),
    }),
    agents: Type.Object({
      connected: count(),
      missing: count(
        'Agents that were connected within the last day, were not stopped, and are not connected now.',
      ),
      firstMissing: Nullable(
        Type.Object({ name: Nullable(Type.String()), location: Type.String(), lastSeenAt: Timestamp() }),
      ),
    }),
  }),
)
export type CheckOverviewSummary = Static<typeof CheckOverviewSummary>
