import { Type, type Static } from 'typebox'
import { replacedWhole } from '../validation/annotations.ts'
import { Nullable, OneOf, Uuid, component } from '../validation/building-blocks.ts'
import { incidentSeverities } from './status-page-incident.ts'

export const TriggerIncident = replacedWhole(
  component(
    'TriggerIncident',
    Nullable(
      Type.Object(
        {
          serviceId: Uuid({ description: 'The status page service.' }),
          severity: OneOf(incidentSeverities),
          name: Type.String(),
          description: Type.String(),
          notifySubscribers: Type.Boolean(),
        },
        {
          description:
            'Opens an incident on a status page when the check alerts, and resolves it when the check recovers.',
        },
      ),
      { default: null },
    ),
  ),
)
export type TriggerIncident = Static<typeof TriggerIncident>
