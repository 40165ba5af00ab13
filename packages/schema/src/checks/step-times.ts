import { Type, type Static } from 'typebox'
import { servedBy } from '../agents/served-by.ts'
import { apiVerdicts } from '../runs/api-verdicts.ts'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { DateFilter } from '../validation/date-filter.ts'

/** In a longer window no run is read: to choose among them, each is looked at. */
export const mostListedRuns = 20_000
const mostReadRuns = 1_000
/** Of one answer: more than anybody tells apart. */
export const mostTimedSteps = 60

export const StepTimesQuery = Type.Object({
  from: Type.Optional(DateFilter('Started at or after; by default a day before `to`')),
  to: Type.Optional(DateFilter('Started before; by default now')),
  limit: Type.Integer({
    minimum: 1,
    maximum: mostReadRuns,
    default: 300,
    description: 'Of more runs than this, so many are chosen, spread evenly over the window.',
  }),
})

/** What people have written into a script, and what takes its time: neither assertions nor single actions. */
export const timedKinds = ['test', 'step', 'request'] as const

const TimedStep = component(
  'TimedStep',
  Type.Object({
    kind: OneOf(timedKinds),
    title: Type.String({
      description: 'As in the results; of a request without its query, and with `*` for ids in its path.',
    }),
    path: Type.Array(Type.String(), {
      description: 'Titles of the test and of the steps that it lies in, the outermost first.',
    }),
  }),
)
export type TimedStep = Static<typeof TimedStep>

const StepSeries = component(
  'StepSeries',
  Type.Object({
    runLocation: Type.String(),
    servedBy: OneOf(servedBy, {
      description: 'Who ran it. STAND_IN: this server, in place of an agent of the location.',
    }),
    startedAt: Type.Array(Type.Integer(), { description: 'Unix milliseconds, oldest first.' }),
    verdict: Type.Array(OneOf(Object.values(apiVerdicts)), { description: 'Of each run.' }),
    durationMs: Type.Array(Type.Array(Nullable(Type.Number())), {
      description:
        'For each of `steps`, its milliseconds in each run: the sum where it ran several times, null where it did not ' +
        'run or had not ended.',
    }),
  }),
)

export const StepTimes = component(
  'StepTimes',
  Type.Object({
    checkId: Uuid(),
    from: Timestamp(),
    to: Timestamp(),
    isComplete: Type.Boolean({
      description:
        `False when the window has more than ${mostListedRuns} runs, or reaches back further than single results are ` +
        'kept. Then no run is listed.',
    }),
    runs: Type.Integer({ minimum: 0, description: 'In the window; `series` may have fewer of them.' }),
    steps: Type.Array(TimedStep, {
      description: `In the order of the newest run; at most ${mostTimedSteps}, those that most runs have.`,
    }),
    otherSteps: Type.Integer({ minimum: 0, description: 'That were left out.' }),
    series: Type.Array(StepSeries, { description: 'One for each location, as in `runs` of the check.' }),
  }),
)
