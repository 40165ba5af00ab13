import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { SandboxLevelName, SandboxRequest } from '../src/sandbox.ts'
import type { FilteredLevel } from '../src/system-call-filter.ts'
import { startAgent, type AgentUnderTest } from './agent-under-test.ts'
import { attackCode } from './attack.ts'
import { nodeRequest, type RunInside } from './run-inside.ts'

const isRoot = process.getuid?.() === 0
export const nodeModules = fileURLToPath(new URL('../../../node_modules/', import.meta.url))
const koffi = ['koffi', '@koromix'].map((name) => join(nodeModules, name))
const koffiModule = join(nodeModules, 'koffi/index.js')

/** For code that makes calls of the C library. */
export const withKoffi = { readOnly: [...nodeRequest('').readOnly, ...koffi] }
export const loadKoffi = `(await import(${JSON.stringify(koffiModule)})).default`

/** A level with a boundary, of a root agent or of one that is an ordinary user. */
export type Place = { title: string; agent: AgentUnderTest; level: FilteredLevel; skip: string | false }

export async function startPlaces(): Promise<{ places: Place[]; stop(): Promise<void> }> {
  const places: Place[] = []
  const agents: AgentUnderTest[] = []
  for (const [title, ordinary, names] of [
    ['root', false, ['namespaces', 'user']],
    ['ordinary user', true, ['namespaces', 'landlock']],
  ] as const) {
    if (!ordinary && !isRoot) continue
    const agent = await startAgent({ ordinary: ordinary && isRoot })
    agents.push(agent)
    const missingOf = (name: SandboxLevelName) => agent.levels.find((level) => level.name === name)?.missing
    const placeOf = (level: FilteredLevel): Place => ({
      title: `${level} (${title})`,
      agent,
      level,
      skip: missingOf(level) ?? false,
    })
    places.push(...names.map(placeOf))
  }
  return { places, stop: async () => void (await Promise.all(agents.map((agent) => agent.stop()))) }
}

/** Tests of one place run one after the other, those of the places side by side: they mostly wait. */
export function describePlaces(places: readonly Place[], tests: (place: Place) => void): void {
  describe('places', { concurrency: true }, () => {
    for (const place of places) describe(place.title, { concurrency: 1 }, () => tests(place))
  })
}

const refusals: ReadonlySet<string> = new Set(
  'EACCES EPERM ENOENT ESRCH EROFS ENOSPC ENOTDIR EXDEV ENXIO EINVAL'.split(' '),
)

export function isRefusal(result: string | undefined): boolean {
  return result !== undefined && refusals.has(result)
}

export type Attack = {
  results: Record<string, string>
  /** Those that were not refused. */
  successes: Record<string, string>
  run: RunInside
}

/** Runs the attempts inside and tells what became of each. */
export async function attack(
  { agent, level }: Place,
  attempts: Readonly<Record<string, string>>,
  given: object = {},
  changes: Partial<SandboxRequest> = {},
): Promise<Attack> {
  const code = attackCode(attempts, { ...given, koffi: koffiModule })
  const run = await agent.run(level, nodeRequest(code, changes))
  const results: Record<string, string> = JSON.parse(run.output || '{}')
  assert.deepEqual(Object.keys(results), Object.keys(attempts), `${run.errors} ${JSON.stringify(run.end)}`)
  const successes = Object.fromEntries(Object.entries(results).filter(([, result]) => !isRefusal(result)))
  return { successes, results, run }
}
