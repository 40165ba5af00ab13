/**
 * What servers of one installation tell each other beside the database and the queue: at most once, so that nothing may
 * depend on it. `owner` and `limit` reach one server alone.
 */
export type BusSubject =
  | 'shards'
  | 'changed'
  | 'cancel'
  | 'draining'
  | 'live'
  | 'outbox'
  | 'ended'
  | 'used'
  | { owner: string }
  | { limit: string }

export type ClusterBus = {
  /** Never fails, and waits for nobody. */
  publish(subject: BusSubject, payload: unknown): void
  /** Own messages are heard, too. Returns how to end it. The listener reads with care what others may have written. */
  subscribe(subject: BusSubject, listener: (payload: unknown) => void): () => void
  /** What whoever answers there says; null when nobody does in this time, or with nothing. Never fails. */
  ask(subject: BusSubject, payload: unknown, waitMs: number): Promise<unknown>
  /** Answers what is asked there, at once or later. Returns how to end it. */
  answer(subject: BusSubject, answer: (payload: unknown) => unknown): () => void
}
