import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { PageQuery } from '../validation/page.ts'

/** Whoever was heard of within this time is connected. */
export const agentConnectedMinutes = 10

/** How long an agent that was lost is still listed. */
export const agentListedHours = 24

/** EMBEDDED: the one inside the server, which serves every data center that has no agent of its own. */
const agentPlaces = ['EMBEDDED', 'DATA_CENTER', 'PRIVATE'] as const

const scriptAbilities = ['NAMESPACES', 'USER', 'LANDLOCK', 'PROCESS', 'NONE', 'UNKNOWN'] as const

const count = (description: string) => Nullable(Type.Integer({ minimum: 0 }), { description })
const text = (description: string) => Nullable(Type.String(), { description })

export const Agent = component(
  'Agent',
  Type.Object({
    id: Type.String({ description: 'Chosen by the agent at every start.' }),
    name: text('AGENT_NAME, or the name of its machine.'),
    place: OneOf(agentPlaces),
    location: Nullable(Type.String(), {
      description: 'Code of the data center or slug of the private location; null for the embedded agent.',
    }),
    privateLocationId: Nullable(Uuid()),
    keyId: Nullable(Uuid({ description: 'The key that it uses.' })),
    version: Type.String(),
    isOutdated: Type.Boolean({ description: 'Whether a newer release is known.' }),
    system: text('Platform, processor and version of Node.'),
    checkTypes: Type.Array(Type.String(), { description: 'The check types that it can run.' }),
    capacity: count('How many uptime runs it executes at a time.'),
    scripts: OneOf(scriptAbilities, {
      description:
        'How it keeps scripts apart from everything else: NAMESPACES, USER or LANDLOCK; PROCESS is no boundary. ' +
        'NONE: it cannot run scripts, `missing` says why. UNKNOWN: it is older than scripts, and is given none.',
    }),
    scriptNetwork: text(
      'How it denies scripts what they may not reach: firewall, stack, or open for not at all.',
    ),
    browsers: Type.Array(Type.Object({ name: Type.String(), version: Type.String() }), {
      description: 'The browsers that it found when it started; browser checks need one.',
    }),
    scriptCapacity: count('How many runs with scripts it executes at a time.'),
    openRuns: count('Runs that it executes now; null if another server runs the checks.'),
    missing: Type.Array(Type.String(), {
      description: 'What it lacks to run all check types, with what to do about it.',
    }),
    registeredAt: Timestamp({ description: 'When it started.' }),
    lastSeenAt: Timestamp(),
    isConnected: Type.Boolean({
      description: `Whether it was connected in the last ${agentConnectedMinutes} minutes.`,
    }),
  }),
)
export type Agent = Static<typeof Agent>

export const AgentList = component('AgentList', Type.Array(Agent))

export const AgentsQuery = Type.Object({
  ...PageQuery.properties,
  location: Type.Optional(
    Type.String({ maxLength: 200, description: 'Code of a data center or slug of a private location.' }),
  ),
})
export type AgentsQuery = Static<typeof AgentsQuery>
