import { useQuery } from '@tanstack/react-query'
import { signInOptionsQuery, type Session, type SignInChallenge } from '../api/session.ts'
import { buttonClasses } from '../parts/button.tsx'
import { PasswordStep } from './password-step.tsx'
import { problemInWords, type SignInProblem } from './problem-words.ts'

/** The ways in that there are here: a password, the identity provider, or both. */
export function FirstStep({
  next,
  problem,
  onSession,
  onChallenge,
}: {
  next: string | undefined
  problem: SignInProblem | undefined
  onSession: (session: Session) => Promise<void>
  onChallenge: (challenge: SignInChallenge) => void
}) {
  const { data } = useQuery(signInOptionsQuery)
  const provider = data?.provider ?? null
  // Until it is known how to sign in, somebody may begin to type: the form leaves only where there is no password.
  const hasPassword = data?.hasPassword ?? true
  return (
    <>
      <h1 className="mb-4">Sign in</h1>
      {problem === undefined ? null : (
        <p role="alert" className="bg-bad-wash text-bad mb-4 rounded-md p-3 font-medium">
          <span aria-hidden="true">⚠ </span>
          {problemInWords(problem)}
        </p>
      )}
      {provider === null ? null : (
        <a
          href={next === undefined ? provider.url : `${provider.url}?next=${encodeURIComponent(next)}`}
          className={buttonClasses(hasPassword ? 'plain' : 'primary', 'w-full')}
        >
          Continue with {provider.name}
        </a>
      )}
      {provider !== null && hasPassword ? (
        <p className="text-soft my-4 flex items-center gap-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
      ) : null}
      {hasPassword ? <PasswordStep onSession={onSession} onChallenge={onChallenge} /> : null}
    </>
  )
}
