import { ApiError } from '../api/api-error.ts'
import { sentenceOf } from '../parts/states.tsx'
import { mistakeAt } from '../small-form/mistake-at.ts'

/** Why nobody was let in, where no field says it. */
export function SignInMistake({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null
  return (
    <p role="alert" className="text-bad font-medium">
      <span aria-hidden="true">⚠ </span>
      {mistakeOf(error)}
    </p>
  )
}

function mistakeOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 429 && error.retryAfterSeconds !== null) {
    return `Too many wrong attempts. Try again in ${Math.ceil(error.retryAfterSeconds / 60)} min.`
  }
  const mistake = mistakeAt(error, 'challenge')
  if (mistake !== null) {
    const why = mistake.includes('expired') ? 'took too long' : 'is no longer valid'
    return `This sign-in ${why}. Start again.`
  }
  return sentenceOf(error)
}

/** What belongs to the field of the code: it was judged, and found wrong. */
export function codeMistake(error: unknown): string | null {
  return error instanceof ApiError && error.status === 401 ? error.message : null
}
