import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sessionQuery, type Session, type SignInChallenge } from '../api/session.ts'
import { CodeStep } from './code-step.tsx'
import { readChallenge } from './read-challenge.ts'
import { FirstStep } from './first-step.tsx'
import { signInRoute } from './routes.ts'
import { SetUpStep } from './set-up-step.tsx'

/** The password, then a code where the person or an account asks for one. */
export function SignInScreen() {
  const { next, problem } = signInRoute.useSearch()
  const queries = useQueryClient()
  const router = useRouter()
  const [challenge, setChallenge] = useState<SignInChallenge | null>(() =>
    readChallenge(window.location.hash),
  )
  useEffect(() => {
    document.title = 'Sign in · Sonde'
    // What an invitation has brought is for this visit, and for nobody who finds the address.
    if (window.location.hash !== '')
      window.history.replaceState(null, '', window.location.pathname + window.location.search)
  }, [])
  useEffect(() => {
    // What fails here is loaded again by the screen that needs it, which says so.
    void loadFirstScreen(next).catch(() => undefined)
  }, [next])
  const enter = async (session: Session) => {
    queries.clear()
    queries.setQueryData(sessionQuery.queryKey, session)
    await router.navigate({ href: next ?? '/', replace: true })
  }
  const startAgain = () => setChallenge(null)
  return (
    <main className="mx-auto max-w-md px-4 py-16">
      <div className="bg-card border-line rounded-lg border p-6">
        <p className="mb-4 flex items-center gap-2 text-base font-bold">
          <img src="/favicon.svg" alt="" className="size-7" /> Sonde
        </p>
        {challenge === null ? (
          <FirstStep next={next} problem={problem} onSession={enter} onChallenge={setChallenge} />
        ) : challenge.next === 'SECOND_FACTOR' ? (
          <CodeStep challenge={challenge.challenge} onSession={enter} onStartAgain={startAgain} />
        ) : (
          <SetUpStep challenge={challenge.challenge} onSession={enter} onStartAgain={startAgain} />
        )}
      </div>
    </main>
  )
}

/** The code of what is shown next comes while somebody types, and not after. */
async function loadFirstScreen(next: string | undefined): Promise<void> {
  await import('../frame/account-frame.tsx')
  if (next === undefined) await import('../checks-list/screen.tsx')
}
