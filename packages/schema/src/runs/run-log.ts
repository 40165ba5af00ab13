import { Type, type Static } from 'typebox'
import { OneOf } from '../validation/building-blocks.ts'

/** Lines of one run that its agent may bring while it goes on: the result brings all of them. */
export const mostLiveLines = 1_000
export const mostLiveCharacters = 262_144

/** What a script prints, while it runs. */
export const RunLogLine = Type.Object({
  part: OneOf(['setup', 'request', 'teardown', 'test'] as const, {
    description: 'Which part of the run it comes from.',
  }),
  time: Type.Integer({ minimum: 0, description: 'Milliseconds since 1970.' }),
  level: Type.String({ maxLength: 20 }),
  msg: Type.String({ maxLength: 10_000 }),
})
export type RunLogLine = Static<typeof RunLogLine>
