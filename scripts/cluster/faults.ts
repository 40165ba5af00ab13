import { setTimeout as delay } from 'node:timers/promises'
import { secondMs } from '@sonde/ground/durations.ts'
import type { ProgramPart } from './program-part.ts'
import type { Cluster } from './start-cluster.ts'

export type Fault = {
  name: string
  /** Returns when everything runs again. */
  happen(cluster: Cluster, choose: (count: number) => number): Promise<void>
}

/** As long as a service manager takes to start something again. */
const restartMs = 3 * secondMs

async function killAndStart(part: ProgramPart): Promise<void> {
  part.kill('SIGKILL')
  await delay(restartMs)
  await part.start()
}

async function stopAndStart(part: ProgramPart): Promise<void> {
  await part.stop()
  await part.start()
}

function oneOf<Part>(parts: readonly Part[], choose: (count: number) => number): Part {
  const part = parts[choose(parts.length)]
  if (part === undefined) throw new Error('there is nothing to choose from')
  return part
}

async function freeze(part: ProgramPart, ms: number): Promise<void> {
  part.kill('SIGSTOP')
  await delay(ms)
  part.kill('SIGCONT')
}

/** The node that leads most streams is as likely as any other. */
async function loseNodes(
  { nats }: Cluster,
  first: number,
  { count, awayMs }: { count: number; awayMs: number },
): Promise<void> {
  const nodes = nats?.nodes ?? []
  const lost = Array.from({ length: count }, (_, nth) => nodes[(first + nth) % nodes.length]).filter(
    (node) => node !== undefined,
  )
  await Promise.all(lost.map((node) => node.kill()))
  await delay(awayMs)
  await Promise.all(lost.map((node) => node.start()))
}

/** What an installation with several servers has to survive. */
export const faults: readonly Fault[] = [
  {
    name: 'a server is killed',
    happen: ({ servers }, choose) => killAndStart(oneOf(servers, choose)),
  },
  {
    name: 'a server is stopped and started',
    happen: ({ servers }, choose) => stopAndStart(oneOf(servers, choose)),
  },
  {
    name: 'a server is frozen for 10 s',
    happen: ({ servers }, choose) => freeze(oneOf(servers, choose), 10 * secondMs),
  },
  {
    name: 'an agent is killed',
    happen: ({ agents }, choose) => killAndStart(oneOf(agents, choose)),
  },
  {
    name: 'an agent is frozen for 20 s',
    happen: ({ agents }, choose) => freeze(oneOf(agents, choose), 20 * secondMs),
  },
  {
    name: 'a node of NATS is killed',
    happen: (cluster, choose) => loseNodes(cluster, choose(3), { count: 1, awayMs: 8 * secondMs }),
  },
  {
    name: 'two nodes of NATS are gone for 12 s',
    happen: (cluster, choose) => loseNodes(cluster, choose(3), { count: 2, awayMs: 12 * secondMs }),
  },
  {
    name: 'all nodes of NATS are killed',
    happen: (cluster) => loseNodes(cluster, 0, { count: 3, awayMs: secondMs }),
  },
  {
    name: 'PostgreSQL is restarted as after a crash',
    async happen({ postgres }) {
      await postgres.stop('immediate')
      await delay(secondMs)
      await postgres.start()
    },
  },
  {
    name: 'everything but PostgreSQL is restarted, one after the other',
    async happen({ servers, agents, nats }) {
      for (const server of servers) await stopAndStart(server)
      for (const node of nats?.nodes ?? []) {
        await node.stop()
        await node.start()
        await delay(restartMs)
      }
      for (const agent of agents) await stopAndStart(agent)
    },
  },
]
