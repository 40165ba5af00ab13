import { Type, type Static } from 'typebox'
import { Configuration } from '../accounts/configuration.ts'
import { dataCenterLocations } from '../agents/location.ts'
import { OneOf, component } from '../validation/building-blocks.ts'
import { kumaTables, type KumaRow } from './kuma-data.ts'

/** Of the tables as JSON: those of 5,000 monitors are some 8 MB. */
export const kumaBytes = 20 * 1024 * 1024
export const kumaLimits = { values: 1_000_000, depth: 10, items: 50_000 }

const rows = Type.Array(Type.Unsafe<KumaRow>({ type: 'object', additionalProperties: true }), {
  maxItems: kumaLimits.items,
})

export const KumaConversionOrder = component(
  'UptimeKumaTables',
  Type.Object(
    {
      version: Type.Optional(
        OneOf(['1', '2'] as const, { description: 'The major version of Uptime Kuma.' }),
      ),
      tables: Type.Object(Object.fromEntries(kumaTables.map((name) => [name, Type.Optional(rows)])), {
        additionalProperties: false,
        description: 'Rows of its database, by table. A column that is left out is empty.',
      }),
      locations: Type.Optional(
        Type.Array(OneOf(dataCenterLocations), {
          maxItems: dataCenterLocations.length,
          description: 'Where the checks run. Without any location: on this server.',
        }),
      ),
      privateLocations: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
          maxItems: 100,
          description: 'The same, by the slugs of private locations.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
)
export type KumaConversionOrder = Static<typeof KumaConversionOrder>

const KumaNote = component('UptimeKumaNote', Type.Object({ what: Type.String(), why: Type.String() }))

export const KumaConversion = component(
  'UptimeKumaConversion',
  Type.Object({
    configuration: Configuration,
    report: Type.Object({
      carried: Type.Array(Type.String(), { description: 'Carried over as it was.' }),
      changed: Type.Array(KumaNote, { description: 'Carried over with a difference, one entry for each.' }),
      left: Type.Array(KumaNote, { description: 'Not carried over.' }),
    }),
  }),
)
export type KumaConversion = Static<typeof KumaConversion>
