import type { Clock } from '@sonde/ground/clock.ts'
import { isScripted } from '@sonde/schema/check-types/run-scripts.ts'
import { findGroup } from '@sonde/store/checks/check-groups.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { TrialRunRow } from '@sonde/store/runs/trial-run-rows.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { Run } from '../run.ts'
import { newRun } from '../schedule/new-run.ts'
import { toRunnableCheck } from '../schedule/scheduled-check.ts'

/** An agent that has not been heard of for so long is not waited for. */
const activeMs = 90_000

/** What agents are to make of trial runs, and which agents could. */
export function createRunnableTrialRuns(deps: {
  store: Store
  clock: Clock
  registry: Pick<AgentRegistry, 'agents' | 'isLeftToEmbedded' | 'find'>
}) {
  const { store, clock, registry } = deps

  /** Null: nothing here can run checks of its type. */
  async function runOf(trialRun: TrialRunRow): Promise<Run | null> {
    const { config, sealedConfig, sealedSecrets, place, location, ...row } = trialRun
    const { id, accountId, checkType, createdAt, name, groupId } = row
    const group = groupId === null ? null : await findGroup(store.read, { accountId, id: groupId })
    const settings = { activated: true, muted: false, status: null, frequency: null, frequencyOffset: null }
    const check = toRunnableCheck(
      {
        no: 0,
        rev: 0,
        check: {
          ...settings,
          id,
          accountId,
          checkType,
          createdAt,
          updatedAt: null,
          name,
          groupId,
          config: trialRun.session === null ? config : { ...config, isOfTestSession: true },
          sealedConfig,
          sealedSecrets,
        },
        group: group?.config ?? null,
      },
      registry.find,
    )
    if (check === null) return null
    const fields = { scheduledAt: createdAt, source: 'EDITOR', snapshot: 1, retry: null } as const
    return { ...newRun(check, { place, location }, fields), attempt: trialRun.attempt }
  }

  /** What a run that nobody has taken waits for, for people. */
  function waitingFor(run: Run): string {
    const { place, location, checkType } = run
    const agents = [...registry.agents()].filter((agent) =>
      agent.place === null ? registry.isLeftToEmbedded(place) : agent.place === place,
    )
    const active = agents.filter(({ lastSeenAt }) => clock.now() - lastSeenAt < activeMs)
    if (active.length === 0) return `No agent serves ${location}: start one, or choose another location`
    if (!active.some(({ checkTypes }) => checkTypes.has(checkType))) {
      return `No agent at ${location} can run checks of type ${checkType}: update it, or choose another location`
    }
    if (isScripted(run) && active.every(({ scripts }) => scripts === 'unknown')) {
      return `No agent at ${location} can run scripts: update it, or choose another location`
    }
    return `The agents at ${location} are busy`
  }

  return { runOf, waitingFor }
}
