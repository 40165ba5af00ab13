import { isRecord } from '@sonde/ground/is-record.ts'

type Settings = Readonly<Record<string, unknown>>

/** The part of a check that its group may change. */
export type GroupableCheck = { activated: boolean; muted: boolean; config: Settings }

/** The part of a group that changes its checks. */
export type GroupSettings = {
  /** 1: its settings always win. 2: each of them may be left to the checks. */
  version: 1 | 2
  activated: boolean
  muted: boolean
  config: Settings
}

/**
 * A check as its group lets it run. Which alert settings and which subscriptions count is another question,
 * which alerting answers: the check keeps its own here.
 */
export function applyGroup<Check extends GroupableCheck>(check: Check, group: GroupSettings | null): Check {
  if (group === null) return check
  return {
    ...check,
    activated: check.activated && group.activated,
    muted: check.muted || group.muted,
    config: {
      ...check.config,
      tags: effectiveTags(check.config, group.config),
      runParallel: effectiveRunParallel(check.config, group),
      runtimeId: check.config['runtimeId'] ?? group.config['runtimeId'] ?? null,
      ...effectiveLocations(group.config),
      ...effectiveRetries(group),
    },
  }
}

/** Those of the check first; every tag once. */
function effectiveTags(check: Settings, group: Settings | null): string[] {
  return [...new Set([...textsIn(check['tags']), ...textsIn(group?.['tags'])])]
}

function effectiveRunParallel(check: Settings, { version, config }: GroupSettings): boolean {
  const imposed = config['runParallel']
  if (typeof imposed === 'boolean') return imposed
  return version === 2 && check['runParallel'] === true
}

/** Locations of one kind replace those of both: else a check would run where its group does not want it. */
function effectiveLocations(group: Settings): { locations?: string[]; privateLocations?: string[] } {
  const [locations, privateLocations] = [textsIn(group['locations']), textsIn(group['privateLocations'])]
  return locations.length + privateLocations.length === 0 ? {} : { locations, privateLocations }
}

function effectiveRetries({ version, config }: GroupSettings): {
  retryStrategy?: unknown
  doubleCheck?: boolean
} {
  const { retryStrategy } = config
  if (retryStrategy === 'FALLBACK') return {}
  if (isRecord(retryStrategy)) return { retryStrategy }
  if (version === 2) return retryStrategy === undefined ? {} : { retryStrategy: null, doubleCheck: false }
  return { retryStrategy: null, doubleCheck: config['doubleCheck'] !== false }
}

function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : []
}
