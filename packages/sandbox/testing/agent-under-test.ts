import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SandboxEnd, SandboxLevelName, SandboxRequest } from '../src/sandbox.ts'
import type { UserIds } from '../src/user-id-slots.ts'
import type { RunInside, RunOptions } from './run-inside.ts'

export type AgentStart = { folders: string; userIds: UserIds }
type AgentOrder =
  | { kind: 'run'; level: SandboxLevelName; request: SandboxRequest; options: RunOptions }
  | { kind: 'hold'; id: number; level: SandboxLevelName; request: SandboxRequest }
  | { kind: 'end'; id: number }
export type AgentCall = AgentOrder & { number: number }
export type HeldRun = { line: string; pid: number; folder: string; hostFolder: string | null }
export type AgentReply = {
  number: number
  result?: RunInside | HeldRun | SandboxEnd | LevelFound[] | undefined
  error?: string
}
export type LevelFound = { name: SandboxLevelName; missing: string | null }

export type AgentUnderTest = {
  pid: number
  child: ChildProcess
  folders: string
  userIds: UserIds
  levels: LevelFound[]
  run(level: SandboxLevelName, request: SandboxRequest, options?: RunOptions): Promise<RunInside>
  /** Starts something that stays, and waits for its first line. */
  hold(level: SandboxLevelName, request: SandboxRequest): Promise<HeldRun & { end(): Promise<SandboxEnd> }>
  stop(): Promise<void>
}

/** What no sandbox may see: it is in the environment of every agent under test. */
export const agentKey = 'pl_0123456789abcdef'

const program = fileURLToPath(import.meta.resolve('./agent-program.ts'))

/** Of nobody else on this machine: tests of several processes run at a time. */
const firstUserId = 100_000 + (process.pid % 100_000) * 100
let agents = 0

function nextUserIds(): UserIds {
  agents += 1
  const first = firstUserId + (agents % 4) * 20
  return { first, last: first + 18 }
}

/** `ordinary`: by a user without rights, for which the test itself must be root. `group`: the control group that it is started in. */
export async function startAgent({
  ordinary,
  group,
  userIds = nextUserIds(),
}: {
  ordinary: boolean
  group?: string
  userIds?: UserIds
}): Promise<AgentUnderTest> {
  const uid = userIds.last + 1
  const folders = mkdtempSync(join(tmpdir(), 'sonde-sandbox-'))
  chmodSync(folders, 0o711)
  if (ordinary) chownSync(folders, uid, uid)
  const start: AgentStart = { folders, userIds }
  const child = fork(program, [JSON.stringify(start)], {
    env: { PATH: process.env['PATH'] ?? '', AGENT_KEY: agentKey },
    ...(group === undefined
      ? { execArgv: [], ...(ordinary && { uid, gid: uid }) }
      : startInGroup(group, ordinary ? uid : null)),
  })
  const waiting = new Map<number, PromiseWithResolvers<AgentReply['result']>>()
  let calls = 0
  child.on('message', ({ number, result, error }: AgentReply) => {
    const waiter = waiting.get(number)
    waiting.delete(number)
    if (error === undefined) waiter?.resolve(result)
    else waiter?.reject(new Error(error))
  })
  child.on('exit', () => {
    for (const waiter of waiting.values()) waiter.reject(new Error('the agent has ended'))
  })
  // What the program answers to a kind of call is fixed in `agent-program.ts`.
  const expect = <Result>(number: number): Promise<Result> => {
    const waiter = Promise.withResolvers<AgentReply['result']>()
    waiting.set(number, waiter)
    return waiter.promise as Promise<Result>
  }
  const ask = <Result>(order: AgentOrder): Promise<Result> => {
    calls += 1
    const answer = expect<Result>(calls)
    child.send({ ...order, number: calls })
    return answer
  }
  const levels = await expect<LevelFound[]>(0)
  return {
    pid: child.pid ?? 0,
    child,
    folders,
    userIds,
    levels,
    run: (level, request, options = {}) => ask<RunInside>({ kind: 'run', level, request, options }),
    async hold(level, request) {
      const id = calls + 1
      const run = await ask<HeldRun>({ kind: 'hold', id, level, request })
      return { ...run, end: () => ask<SandboxEnd>({ kind: 'end', id }) }
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const exit = once(child, 'exit')
        child.kill('SIGKILL')
        await exit
      }
      rmSync(folders, { recursive: true, force: true })
    },
  }
}

/** Root alone may enter any group: the user changes after that. */
function startInGroup(group: string, uid: number | null) {
  const asUser = uid === null ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups']
  const enter = 'echo $$ >"$0/cgroup.procs" && exec "$@"'
  return { execPath: '/bin/sh', execArgv: ['-c', enter, group, ...asUser, process.execPath] }
}
