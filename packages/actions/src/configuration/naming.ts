import { UnreadableSecret } from '@sonde/store/installation/sealer.ts'
import { conflict, Refusal } from '../refusal.ts'

/** A refusal of one of thousands says which one it means. */
export async function naming<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw namedError(path, error)
  }
}

/** The same for work that waits for nothing. */
export function namingNow<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw namedError(path, error)
  }
}

export function named(path: string, refusal: Refusal): Refusal {
  return new Refusal(refusal.reason, `${path}: ${refusal.message}`, refusal)
}

function namedError(path: string, error: unknown): unknown {
  if (error instanceof UnreadableSecret)
    return conflict(`${path} cannot be changed: ${error.message}. Delete it and import again`)
  return error instanceof Refusal ? named(path, error) : error
}
