import { Type, type Static } from 'typebox'
import { acceptedOnly } from '../validation/annotations.ts'
import { Nullable, OneNumberOf, OneOf, component } from '../validation/building-blocks.ts'

const reminderAmounts = [0, 1, 2, 3, 4, 5, 100000] as const
const reminderIntervals = [1, 2, 3, 4, 5, 10, 15, 30] as const
const failedRunThresholds = [1, 2, 3, 4, 5] as const
const minutesFailingThresholds = [5, 10, 15, 30] as const
const parallelPercentages = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const

/** `strictness`: what holds for each of the objects. */
function fieldsWith(strictness: { additionalProperties?: false }) {
  return {
    escalationType: Type.Optional(OneOf(['RUN_BASED', 'TIME_BASED'] as const, { default: 'RUN_BASED' })),
    reminders: Type.Optional(
      Type.Object(
        {
          amount: Type.Optional(
            OneNumberOf(reminderAmounts, {
              default: 0,
              description: 'Reminders after the first alert. 100000 means until recovery.',
            }),
          ),
          interval: Type.Optional(
            OneNumberOf(reminderIntervals, { default: 5, description: 'Minutes between reminders.' }),
          ),
        },
        { ...strictness, default: { amount: 0, interval: 5 } },
      ),
    ),
    runBasedEscalation: Type.Optional(
      Type.Object(
        {
          failedRunThreshold: Type.Optional(
            OneNumberOf(failedRunThresholds, { description: 'Consecutive failed runs before an alert.' }),
          ),
        },
        { ...strictness, default: { failedRunThreshold: 1 } },
      ),
    ),
    timeBasedEscalation: Type.Optional(
      Type.Object(
        {
          minutesFailingThreshold: Type.Optional(
            OneNumberOf(minutesFailingThresholds, { description: 'Minutes of failing before an alert.' }),
          ),
        },
        strictness,
      ),
    ),
    parallelRunFailureThreshold: Type.Optional(
      Type.Object(
        {
          enabled: Type.Optional(Type.Boolean({ default: false })),
          percentage: Type.Optional(
            OneNumberOf(parallelPercentages, {
              default: 10,
              description: 'Share of the parallel runs that must fail before an alert.',
            }),
          ),
        },
        { ...strictness, default: { enabled: false, percentage: 10 } },
      ),
    ),
  }
}

const fields = fieldsWith({})
const closed = { additionalProperties: false } as const

const sslCertificates = Type.Optional(
  acceptedOnly(
    Type.Object(
      {
        enabled: Type.Optional(Type.Boolean()),
        alertThreshold: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
      },
      { deprecated: true, description: 'Accepted and ignored: use SSL monitors for certificates.' },
    ),
  ),
)

export const defaultAlertSettings = {
  escalationType: 'RUN_BASED',
  reminders: { amount: 0, interval: 5 },
  runBasedEscalation: { failedRunThreshold: 1 },
  parallelRunFailureThreshold: { enabled: false, percentage: 10 },
}

export const AlertSettingsInput = component('AlertSettingsInput', Type.Object({ ...fields, sslCertificates }))

export const AlertSettingsCreate = component(
  'AlertSettingsCreate',
  Type.Object({ ...fields, sslCertificates }, { default: defaultAlertSettings }),
)

/** Where these settings are all that is sent, a field in the wrong place must not pass for one left out. */
export const AlertSettingsAlone = component(
  'AlertSettingsAlone',
  Type.Object(
    { ...fieldsWith(closed), sslCertificates },
    { ...closed, description: 'Unknown fields are rejected.' },
  ),
)
export type AlertSettingsAlone = Static<typeof AlertSettingsAlone>

export const AlertSettings = component(
  'AlertSettings',
  Nullable(Type.Object(fields), { default: defaultAlertSettings }),
)
export type AlertSettings = Static<typeof AlertSettings>
