import { Link } from '@tanstack/react-router'
import { useTextOfPlace } from '../parts/use-place-names.ts'
import { useAccount } from '../api/account-context.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { formatCount } from '../parts/format.ts'
import { Moment } from '../parts/moment.tsx'
import { Tag } from '../parts/tag.tsx'
import { useNow } from '../parts/use-now.ts'
import type { Agent } from '../resources/agents.ts'
import { AgentStatusMark } from './agent-status-mark.tsx'
import { agentStatus } from './agent-status.ts'

export function AgentRows({ agents, hasLocations }: { agents: readonly Agent[]; hasLocations: boolean }) {
  return (
    <div tabIndex={0} role="region" aria-label="Table of agents" className="overflow-x-auto">
      <DataTable
        columns={[
          'Agent',
          'State',
          hasLocations ? 'Location' : null,
          'Version',
          'Last contact',
          'Running now',
        ]}
      >
        {agents.map((agent) => (
          <tr key={agent.id}>
            <td>
              <span className="font-medium">{agent.name ?? agent.id}</span>
              <span className="text-soft block text-xs">{agent.system ?? ''}</span>
              <span className="text-soft block text-xs">{scriptsText(agent)}</span>
              {agent.browsers.map(({ name, version }) => (
                <span key={name} className="text-soft block text-xs">
                  Browser: {name} {version}
                </span>
              ))}
              <Missing agent={agent} />
            </td>
            <td>
              <State agent={agent} />
            </td>
            {hasLocations ? (
              <td>
                <Place agent={agent} />
              </td>
            ) : null}
            <td>
              {agent.version} {agent.isOutdated ? <Tag>outdated</Tag> : null}
            </td>
            <td>
              <Moment at={agent.lastSeenAt} form="ago" />
              <span className="text-soft block text-xs">
                started <Moment at={agent.registeredAt} form="ago" />
              </span>
            </td>
            <td>
              {formatCount(agent.openRuns)} of {formatCount(agent.capacity)}
            </td>
          </tr>
        ))}
      </DataTable>
    </div>
  )
}

const sandboxTexts: Readonly<Record<Agent['scripts'], string>> = {
  NAMESPACES: 'Scripts: isolated by namespaces',
  USER: 'Scripts: isolated by user ids',
  LANDLOCK: 'Scripts: isolated by Landlock',
  PROCESS: 'Scripts: not isolated',
  NONE: 'Cannot run scripts',
  UNKNOWN: 'Cannot run scripts: update the agent',
}

function scriptsText({ scripts, scriptNetwork }: Agent): string {
  const isOpen = scripts !== 'NONE' && scripts !== 'UNKNOWN' && scriptNetwork === 'open'
  return isOpen ? `${sandboxTexts[scripts]}, network open` : sandboxTexts[scripts]
}

function State({ agent }: { agent: Agent }) {
  return <AgentStatusMark {...agentStatus(agent, useNow())} />
}

/** The agent says itself what to do about each. */
function Missing({ agent: { missing } }: { agent: Agent }) {
  if (missing.length === 0) return null
  return (
    <ul
      className="bg-warn-wash text-warn mt-1 max-w-prose space-y-1 rounded p-2 text-xs"
      aria-label="What it lacks"
    >
      {missing.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function Place({ agent }: { agent: Agent }) {
  const { id: accountId } = useAccount()
  const nameOf = useTextOfPlace()
  if (agent.place === 'EMBEDDED' || agent.location === null) return <>This server</>
  if (agent.privateLocationId === null) {
    return (
      <Link
        to="/accounts/$accountId/locations/data-centers/$code"
        params={{ accountId, code: agent.location }}
      >
        {nameOf(agent.location)}
      </Link>
    )
  }
  return (
    <Link
      to="/accounts/$accountId/locations/private/$locationId"
      params={{ accountId, locationId: agent.privateLocationId }}
    >
      {nameOf(agent.location)}
    </Link>
  )
}
