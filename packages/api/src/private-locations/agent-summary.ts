import { minuteMs } from '@sonde/ground/durations.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { type Agent, agentConnectedMinutes } from '@sonde/schema/agents/agent.ts'
import { agentVersion } from '@sonde/schema/agents/agent-version.ts'
import type { RunningAgent } from '@sonde/schema/agents/private-location.ts'
import type { AgentRow } from '@sonde/store/locations/agents.ts'

/** Whoever was heard of within this time is connected. */
export const connectedMs = agentConnectedMinutes * minuteMs

/** Of one version, those heard of last: a key may have a thousand agents, and nobody reads them all. */
const mostListed = 100

/** Agents by version, newest version first. */
export function runningAgents(agents: readonly AgentRow[]): RunningAgent[] {
  return [...Map.groupBy(agents, ({ version }) => version)]
    .toSorted(([left], [right]) => compareVersions(right, left))
    .map(([version, group]) => ({
      version,
      isOutdated: isOutdated(version),
      count: group.length,
      agents: group
        .slice(0, mostListed)
        .map(({ id, lastSeenAt }) => ({ id, lastSeenAt: new Date(lastSeenAt).toISOString() })),
    }))
}

export function lowestVersion(agents: readonly AgentRow[]): string | null {
  return agents.map(({ version }) => version).toSorted(compareVersions)[0] ?? null
}

/** Of what agents lack: their words are their own, and an answer has an end. */
const mostNotices = 20

/** What agents said they lack when they registered, each text once. */
export function missingRights(agents: readonly AgentRow[]): string[] {
  const texts = agents.flatMap(({ details }): unknown[] => {
    const { capabilities } = details
    const missing = isRecord(capabilities) ? capabilities['missing'] : undefined
    return Array.isArray(missing) ? missing : []
  })
  return [...new Set(texts.filter((text) => typeof text === 'string'))].toSorted().slice(0, mostNotices)
}

const sandboxes = {
  namespaces: 'NAMESPACES',
  user: 'USER',
  landlock: 'LANDLOCK',
  process: 'PROCESS',
  none: 'NONE',
} as const

/** How an agent keeps scripts apart, as it said when it registered. */
export function scriptsOf({ details }: AgentRow): Pick<Agent, 'scripts' | 'scriptNetwork'> {
  const { sandbox, scriptNetwork } = isRecord(details['capabilities']) ? details['capabilities'] : {}
  const network = typeof scriptNetwork === 'string' ? scriptNetwork : null
  const known = Object.entries(sandboxes).find(([name]) => name === sandbox)?.[1] ?? 'UNKNOWN'
  // Without a way to deny what is denied, none is run.
  return { scripts: known !== 'UNKNOWN' && network === 'none' ? 'NONE' : known, scriptNetwork: network }
}

/** The browsers that an agent named when it registered. */
export function browsersOf({ details }: AgentRow): Agent['browsers'] {
  const { browsers } = isRecord(details['capabilities']) ? details['capabilities'] : {}
  return Array.isArray(browsers)
    ? browsers.filter(isRecord).flatMap(({ name, version }) => {
        return typeof name === 'string' && typeof version === 'string' ? [{ name, version }] : []
      })
    : []
}

/** Whether a newer release is known. */
export function isOutdated(version: string): boolean {
  return compareVersions(version, agentVersion) < 0
}

/** By the three numbers; what follows them does not count. */
function compareVersions(left: string, right: string): number {
  const [a, b] = [numbersOf(left), numbersOf(right)]
  return (
    [0, 1, 2].map((index) => (a[index] ?? 0) - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0
  )
}

function numbersOf(version: string): number[] {
  return version.split('.', 3).map((part) => Number.parseInt(part, 10) || 0)
}
