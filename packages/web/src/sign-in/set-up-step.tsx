import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { beginSetUp, confirmSetUp, type Session } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { Loading } from '../parts/states.tsx'
import { AuthenticatorSecret } from '../second-factor/authenticator-secret.tsx'
import { CodeField } from '../second-factor/code-field.tsx'
import { RecoveryCodeList } from '../second-factor/recovery-codes.tsx'
import { codeMistake, SignInMistake } from './sign-in-mistake.tsx'

/** For somebody whose account asks for a second factor, and who has none yet. */
export function SetUpStep({
  challenge,
  onSession,
  onStartAgain,
}: {
  challenge: string
  onSession: (session: Session) => Promise<void>
  onStartAgain: () => void
}) {
  const [code, setCode] = useState('')
  // Once: every further request would make another secret.
  const secret = useQuery({
    queryKey: ['sign-in-set-up', challenge],
    queryFn: () => beginSetUp({ challenge }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const confirming = useMutation({ mutationFn: confirmSetUp })
  const mistake = codeMistake(confirming.error)
  if (confirming.isSuccess) {
    const { session, recoveryCodes } = confirming.data
    return (
      <>
        <h1 className="mb-4">Your recovery codes</h1>
        <RecoveryCodeList codes={recoveryCodes} />
        <Button look="primary" className="mt-4 w-full" onClick={() => void onSession(session)}>
          Continue to Sonde
        </Button>
      </>
    )
  }
  return (
    <>
      <h1 className="mb-4">Set up a second factor</h1>
      <p className="mb-3">Your account requires a code from an authenticator app besides the password.</p>
      {secret.isPending ? <Loading what="the key" /> : null}
      {secret.data === undefined ? (
        <SignInMistake error={secret.error} />
      ) : (
        <form
          noValidate
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (code.trim() !== '') confirming.mutate({ challenge, code })
          }}
        >
          <AuthenticatorSecret {...secret.data} />
          <CodeField
            help="Six digits that the app shows now."
            error={mistake}
            value={code}
            onChange={setCode}
          />
          {mistake === null ? <SignInMistake error={confirming.error} /> : null}
          <Button
            look="primary"
            type="submit"
            className="w-full"
            disabled={code.trim() === ''}
            isBusy={confirming.isPending}
          >
            Turn on and sign in
          </Button>
        </form>
      )}
      <Button look="quiet" className="mt-4" onClick={onStartAgain}>
        Start again
      </Button>
    </>
  )
}
