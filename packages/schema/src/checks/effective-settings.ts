import { Type, type Static } from 'typebox'
import { NobodyNotified } from '../alerts/nobody-notified.ts'
import { channelTypes } from '../alerts/channels/channel-kinds.ts'
import { Nullable, OneOf, component } from '../validation/building-blocks.ts'

const checkOrGroup = OneOf(['CHECK', 'GROUP'] as const)

/** What counts for a check, and who decided it. */
export const EffectiveSettings = component(
  'EffectiveSettings',
  Type.Object({
    group: Nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
    locations: Type.Object({
      source: checkOrGroup,
      locations: Type.Array(Type.String()),
      privateLocations: Type.Array(Type.String()),
      runParallel: Type.Boolean(),
    }),
    retries: Type.Object({
      source: checkOrGroup,
      sentence: Type.String({ description: 'What happens when a run fails.' }),
    }),
    alertSettings: Type.Object({ source: OneOf(['CHECK', 'GROUP', 'ACCOUNT'] as const) }),
    channels: Type.Object({
      source: OneOf(['CHECK', 'GROUP', 'BOTH'] as const, {
        description: 'Whose subscriptions apply. BOTH: those of the check and of its group.',
      }),
      list: Type.Array(
        Type.Object({
          alertChannelId: Type.Integer(),
          type: OneOf(channelTypes),
          name: Type.String(),
          subscribedBy: Type.Array(checkOrGroup),
          isNotified: Type.Boolean({ description: 'Whether it is notified of a failure.' }),
          reason: Nullable(Type.String(), { description: 'Why it is not notified.' }),
        }),
        { description: 'Every channel that the check or its group is subscribed to.' },
      ),
    }),
    nobodyNotified: Nullable(NobodyNotified, { description: 'Null if a failure notifies somebody.' }),
  }),
)
export type EffectiveSettings = Static<typeof EffectiveSettings>
