import { ApiError, ServerAway } from './api-error.ts'

/** A refusal stays one, however often it is asked for; a server that is away may be back. */
export function retryFailure(failures: number, error: Error): boolean {
  if (error instanceof ServerAway) return false
  if (error instanceof ApiError && error.status < 500) return false
  return failures < 2
}

function isRateLimited(error: Error): error is ApiError {
  return error instanceof ApiError && error.status === 429
}

/** For lists that may be read a few times a minute only: whoever asks too early waits as long as the server says. */
export const retryRateLimited = {
  retry: (failures: number, error: Error) =>
    isRateLimited(error) ? failures < 4 : retryFailure(failures, error),
  retryDelay: (failures: number, error: Error) =>
    isRateLimited(error) && error.retryAfterSeconds !== null
      ? (error.retryAfterSeconds + 1) * 1000
      : 1000 * 2 ** failures,
}
