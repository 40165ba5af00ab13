import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { signInWithCode, type Session } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { CodeField } from '../second-factor/code-field.tsx'
import { codeMistake, SignInMistake } from './sign-in-mistake.tsx'

export function CodeStep({
  challenge,
  onSession,
  onStartAgain,
}: {
  challenge: string
  onSession: (session: Session) => Promise<void>
  onStartAgain: () => void
}) {
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const [code, setCode] = useState('')
  const attempt = useMutation({ mutationFn: signInWithCode, onSuccess: onSession })
  const mistake = codeMistake(attempt.error)
  return (
    <>
      <h1 className="mb-4">Enter your code</h1>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (code.trim() !== '') attempt.mutate({ challenge, code })
        }}
      >
        <CodeField
          key={kind}
          kind={kind}
          help={
            kind === 'app'
              ? 'Six digits from your authenticator app.'
              : 'One of the codes that you kept when you set up the second factor. It works once.'
          }
          error={mistake}
          value={code}
          isFocused
          onChange={setCode}
        />
        {mistake === null ? <SignInMistake error={attempt.error} /> : null}
        <Button
          look="primary"
          type="submit"
          className="w-full"
          disabled={code.trim() === ''}
          isBusy={attempt.isPending}
        >
          Sign in
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap justify-between gap-2">
        <Button
          look="quiet"
          onClick={() => {
            setKind(kind === 'app' ? 'recovery' : 'app')
            setCode('')
            attempt.reset()
          }}
        >
          {kind === 'app' ? 'Use a recovery code' : 'Use the authenticator app'}
        </Button>
        <Button look="quiet" onClick={onStartAgain}>
          Start again
        </Button>
      </div>
      <p className="text-soft mt-3 text-xs">
        Lost both? The operator of this server can reset the second factor with{' '}
        <code>npx sonde reset-second-factor</code>.
      </p>
    </>
  )
}
