// An agent as far as sandboxes see it: finds its levels and runs in them what the test asks for. It is a process of its own, so
// that it can be an ordinary user, be attacked, and be killed.
import { once } from 'node:events'
import { findSandboxLevels } from '../src/find-sandbox-levels.ts'
import type { Sandbox } from '../src/sandbox.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import type { AgentCall, AgentReply, AgentStart } from './agent-under-test.ts'
import { runInside } from './run-inside.ts'

const { folders, userIds }: AgentStart = JSON.parse(process.argv[2] ?? '')
const { offers, release } = await findSandboxLevels({ folders, userIds, log: silentLogger })
const held = new Map<number, Sandbox>()

async function answer(call: AgentCall): Promise<AgentReply['result']> {
  if (call.kind === 'end') return held.get(call.id)?.end({ graceMs: 0 })
  const level = offers.find(({ name }) => name === call.level)?.level
  if (level === null || level === undefined) throw new Error(`no level ${call.level}`)
  if (call.kind === 'run') return runInside(level, call.request, call.options)
  const sandbox = await level.start(call.request)
  held.set(call.id, sandbox)
  for (const stream of [sandbox.errors, sandbox.channel]) stream.resume()
  const [line] = await Promise.race([
    once(sandbox.output, 'data'),
    sandbox.ended.then((end) => [JSON.stringify(end)]),
  ])
  return {
    line: String(line).trim(),
    pid: sandbox.pid,
    folder: sandbox.folder,
    hostFolder: sandbox.hostFolder,
  }
}

process.on('message', async (call: AgentCall) => {
  try {
    process.send?.({ number: call.number, result: await answer(call) })
  } catch (error) {
    process.send?.({ number: call.number, error: error instanceof Error ? error.message : String(error) })
  }
})
process.on('disconnect', () => void release())
process.send?.({
  number: 0,
  result: offers.map(({ name, missing }) => ({ name, missing })),
})
