import { Type, type Static } from 'typebox'
import { withRules, type Rule } from '../validation/annotations.ts'
import { Nullable, RowNumber, Uuid, component, withoutDefault } from '../validation/building-blocks.ts'
import { updateFields } from './check.ts'
import { Frequency, FrequencyOffset } from './frequency.ts'

/** One change to many checks. */

const changes = ['set', 'addTags', 'removeTags', 'addAlertChannelIds', 'removeAlertChannelIds'] as const

const asksForOneThing: Rule = (body) => {
  const sent = changes.filter((name) => body[name] !== undefined)
  if (body['delete'] === undefined) {
    return sent.length > 0
      ? []
      : [
          {
            path: 'set',
            message:
              'must be set, unless there are tags or alert channels to add or remove, or delete is set',
          },
        ]
  }
  return sent.map((path) => ({ path, message: 'must not be set together with delete' }))
}

/** Which seconds a type may run at is judged for each check: types differ. */
const namesInterval: Rule = ({ frequency, frequencyOffset }) => {
  if (frequency === 0 && frequencyOffset === undefined) {
    return [{ path: 'frequencyOffset', message: 'is required with frequency 0: the seconds between runs' }]
  }
  return frequency === undefined && frequencyOffset !== undefined
    ? [{ path: 'frequency', message: 'is required with frequencyOffset' }]
    : []
}

const tags = () =>
  Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, maxItems: 200, uniqueItems: true })

const channelIds = (description: string) =>
  Type.Array(RowNumber(), { minItems: 1, maxItems: 100, uniqueItems: true, description })

export const BulkEdit = component(
  'BulkEdit',
  withRules(
    Type.Object({
      checkIds: Type.Array(Uuid(), { minItems: 1, maxItems: 1000, uniqueItems: true }),
      set: Type.Optional(
        withRules(
          Type.Object(
            {
              activated: Type.Optional(Type.Boolean()),
              muted: Type.Optional(Type.Boolean()),
              groupId: Type.Optional(
                Nullable(RowNumber(), {
                  description:
                    'Null removes the checks from their groups, and deactivates them unless `activated` is also sent.',
                }),
              ),
              frequency: Type.Optional(withoutDefault(Frequency)),
              frequencyOffset: Type.Optional(FrequencyOffset),
              locations: updateFields.locations,
              privateLocations: updateFields.privateLocations,
            },
            { minProperties: 1 },
          ),
          namesInterval,
        ),
      ),
      addTags: Type.Optional(tags()),
      removeTags: Type.Optional(tags()),
      addAlertChannelIds: Type.Optional(channelIds('Subscribes the checks to these alert channels.')),
      removeAlertChannelIds: Type.Optional(
        channelIds('Removes the subscriptions of the checks to these. Those of their groups are kept.'),
      ),
      delete: Type.Optional(
        Type.Literal(true, { description: 'Deletes the checks. No other change can be sent.' }),
      ),
    }),
    asksForOneThing,
  ),
)
export type BulkEdit = Static<typeof BulkEdit>

export const BulkEditAnswer = component(
  'BulkEditAnswer',
  Type.Object({
    changed: Type.Integer({ minimum: 0, description: 'Checks that were changed or deleted.' }),
    unchanged: Type.Integer({ minimum: 0, description: 'Checks that already had these values.' }),
    failed: Type.Array(Type.Object({ checkId: Uuid(), message: Type.String() }), {
      description: 'Checks that were not changed, in the order sent, each with the reason.',
    }),
  }),
)
export type BulkEditAnswer = Static<typeof BulkEditAnswer>
