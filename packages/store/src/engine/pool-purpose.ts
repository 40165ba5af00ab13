import type { Db } from './database.ts'
import type { PoolPurpose, Write } from './engine.ts'

/** The same store by way of the connections of a purpose. */
export function storeFor<Of extends { write: Write; readOf(purpose: PoolPurpose): Db }>(
  store: Of,
  purpose: PoolPurpose,
): Of {
  const write: Write = (work, options) => store.write(work, { ...options, purpose })
  return { ...store, read: store.readOf(purpose), write }
}
