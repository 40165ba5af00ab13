import { isRecord } from '@sonde/ground/is-record.ts'
import type { BusSubject, ClusterBus } from './cluster-bus.ts'
import type { LivingServer } from './cluster-leases.ts'
import { wantedServer } from './wanted-owners.ts'

/** What is counted by key, such as the requests of an API key, is counted by one of the servers for all. */
export type KeyOwners = {
  /** Who counts for this key; null: this server. */
  ownerOf(key: string): string | null
  /** What that server answers; null where it does not, or not in time. */
  ask(serverId: string, question: KeyQuestion, waitMs?: number): Promise<unknown>
  /** What this server answers to questions about this. */
  answer(about: string, answer: (question: unknown) => unknown): void
  figures(): AskFigures
}

export type KeyQuestion = { about: string; [field: string]: unknown }

/** How many questions their owner has answered, and how many nobody: those were counted here. */
export type AskFigures = { owner: number; local: number }

/** A request of somebody waits for it. */
const answerMs = 100

export function createKeyOwners(deps: {
  bus: ClusterBus
  serverId: string
  /** Those that this server knows to be there, itself among them. */
  living(): readonly LivingServer[]
  /** Whether this server cannot reach the others. */
  isCutOff(): boolean
}): KeyOwners {
  const { bus, serverId } = deps
  const answers = new Map<string, (question: unknown) => unknown>()
  const figures: AskFigures = { owner: 0, local: 0 }
  const own: BusSubject = { limit: serverId }
  bus.answer(own, (payload) => {
    const about = isRecord(payload) ? payload['about'] : null
    return typeof about === 'string' ? (answers.get(about)?.(payload) ?? null) : null
  })

  return {
    ownerOf(key) {
      if (deps.isCutOff()) return null
      const able = deps.living().filter(({ roles, hasNats }) => hasNats && roles.includes('api'))
      const owner = wantedServer(
        key,
        able.map(({ id }) => id),
      )
      return owner === serverId ? null : owner
    },
    async ask(server, question, waitMs = answerMs) {
      const answer = await bus.ask({ limit: server }, question, waitMs)
      figures[answer === null ? 'local' : 'owner'] += 1
      return answer
    },
    answer: (about, answer) => void answers.set(about, answer),
    figures: () => figures,
  }
}
