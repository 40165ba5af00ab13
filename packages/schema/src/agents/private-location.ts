import { Type, type Static } from 'typebox'
import { withRules, type Rule } from '../validation/annotations.ts'
import { Nullable, Timestamp, Uuid, component, withoutDefault } from '../validation/building-blocks.ts'
import { LocationKeyList } from './location-key.ts'
import { ProjectBindings } from '../accounts/project-binding.ts'

/** Stands where a read would show the password of a proxy. */
export const passwordMask = '*********'

const variable = /\{\{\s*\w+\s*\}\}/

/** An address, or a text that becomes one when the variables of the account are filled in. */
function isProxyUrl(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text.replaceAll(new RegExp(variable, 'g'), ''))) return false
  return variable.test(text) || (/^https?:\/\/[^/]/i.test(text) && URL.canParse(text))
}

const proxyIsAddress: Rule = ({ proxyUrl }) =>
  typeof proxyUrl !== 'string' || isProxyUrl(proxyUrl)
    ? []
    : [
        {
          path: 'proxyUrl',
          message: 'must be an http or https address, or contain a variable like {{PROXY_URL}}',
        },
      ]

const name = Type.String({ minLength: 1, maxLength: 200 })
const slugName = Type.String({
  pattern:
    '^((?!((us(-gov)?|ap|ca|cn|eu|sa|af|me)-(central|(north|south)?(east|west)?)-\\d+))[a-zA-Z0-9-]{1,30})$',
  description: '1 to 30 letters, digits and hyphens, and not in the form of a region code',
})
const icon = Type.String({ minLength: 1, maxLength: 100, default: 'location' })
const proxyUrl = Nullable(Type.String({ minLength: 1, maxLength: 2_000 }), {
  default: null,
  description: 'Proxy for the traffic of checks. Can contain variables of the account: {{PROXY_URL}}.',
})

export const PrivateLocationCreate = component(
  'PrivateLocationCreate',
  withRules(
    Type.Object({ name, slugName, icon: Type.Optional(icon), proxyUrl: Type.Optional(proxyUrl) }),
    proxyIsAddress,
  ),
)
export type PrivateLocationCreate = Static<typeof PrivateLocationCreate>

export const PrivateLocationUpdate = component(
  'PrivateLocationUpdate',
  withRules(
    Type.Object({
      name,
      slugName: Type.Optional(
        Type.String({ description: 'Cannot change: only the current value is accepted.' }),
      ),
      icon: Type.Optional(withoutDefault(icon)),
      proxyUrl: Type.Optional(withoutDefault(proxyUrl)),
    }),
    proxyIsAddress,
  ),
)
export type PrivateLocationUpdate = Static<typeof PrivateLocationUpdate>

const RunningAgent = component(
  'RunningAgent',
  Type.Object({
    version: Type.String(),
    isOutdated: Type.Boolean({ description: 'Whether a newer release is known.' }),
    count: Type.Integer(),
    agents: Type.Array(
      component('RunningAgentInfo', Type.Object({ id: Type.String(), lastSeenAt: Timestamp() })),
    ),
  }),
)
export type RunningAgent = Static<typeof RunningAgent>

const shown = {
  id: Uuid(),
  name: Type.String(),
  slugName: Type.String(),
  icon: Type.String(),
  created_at: Timestamp(),
  updated_at: Nullable(Timestamp()),
  keys: LocationKeyList,
  proxyUrl: Nullable(Type.String(), {
    description: `A password in it is shown as ${passwordMask}. If you send it back as shown, it is kept.`,
  }),
}

const runningAgents = Type.Array(RunningAgent, {
  description: 'Agents connected in the last ten minutes, by version, newest version first.',
})

export const WrittenPrivateLocation = component('WrittenPrivateLocation', Type.Object(shown))
export type WrittenPrivateLocation = Static<typeof WrittenPrivateLocation>

const standing = {
  lastSeen: Nullable(Timestamp(), { description: 'When any agent of the location was last connected.' }),
  agentCount: Type.Integer({ description: 'Agents connected in the last ten minutes.' }),
  minAgentVersion: Nullable(Type.String(), { description: 'The lowest version among them.' }),
  projectBindings: ProjectBindings,
}

export const PrivateLocation = component(
  'PrivateLocation',
  Type.Object({
    ...shown,
    ...standing,
    runningAgents,
    notices: Type.Array(Type.String(), {
      description: 'Problems of the location or its agents, each with what to do about it.',
    }),
  }),
)
export type PrivateLocation = Static<typeof PrivateLocation>

export const PrivateLocationList = component(
  'PrivateLocationList',
  Type.Array(
    component(
      'ListedPrivateLocation',
      Type.Object({ ...shown, ...standing, runningAgents: Type.Optional(runningAgents) }),
    ),
  ),
)

export const PrivateLocationListQuery = Type.Object({
  versions: Type.Boolean({ default: false, description: 'Show the running agents of each location.' }),
})

const moment = 'Unix seconds, Unix milliseconds or ISO 8601'
export const PrivateLocationMetricsQuery = Type.Object({
  from: Type.String({ description: `Inclusive, less than 15 days ago: ${moment}.` }),
  to: Type.String({ description: `Exclusive: ${moment}.` }),
})

/** Three columns of one table. */
export const PrivateLocationMetrics = component(
  'PrivateLocationMetrics',
  Type.Object({
    timestamps: Type.Array(Timestamp(), {
      description: 'Start of each step: one minute each for up to 6 hours, else ten minutes.',
    }),
    queueSize: Type.Array(Type.Integer(), { description: 'The highest number of waiting runs in the step.' }),
    oldestScheduledCheckRun: Type.Array(Type.Integer(), {
      description: 'The longest waiting time of a run, in seconds.',
    }),
  }),
)
export type PrivateLocationMetrics = Static<typeof PrivateLocationMetrics>

const usersCount = Type.Integer({
  minimum: 0,
  description: 'The total, including those that are not listed.',
})

/** Who would have nowhere to run, or less, without the location. */
export const PrivateLocationUsers = component(
  'PrivateLocationUsers',
  Type.Object({
    checks: Type.Array(Type.Object({ id: Uuid(), name: Type.String() })),
    checkCount: usersCount,
    groups: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
    groupCount: usersCount,
  }),
)
export type PrivateLocationUsers = Static<typeof PrivateLocationUsers>
