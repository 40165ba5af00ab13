import { useMutation } from '@tanstack/react-query'
import { signIn, type Session, type SignInChallenge } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { SignInMistake } from './sign-in-mistake.tsx'

export function PasswordStep({
  onSession,
  onChallenge,
}: {
  onSession: (session: Session) => Promise<void>
  onChallenge: (challenge: SignInChallenge) => void
}) {
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: async (answer) => {
      if ('challenge' in answer) onChallenge(answer)
      else await onSession(answer)
    },
  })
  return (
    <>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          attempt.mutate({ email: String(form.get('email')), password: String(form.get('password')) })
        }}
      >
        <Field label="E-mail">
          {(control) => (
            <input
              {...control}
              className="control"
              name="email"
              type="email"
              autoComplete="username"
              required
            />
          )}
        </Field>
        <Field label="Password">
          {(control) => (
            <input
              {...control}
              className="control"
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
          )}
        </Field>
        <SignInMistake error={attempt.error} />
        <Button look="primary" type="submit" className="w-full" isBusy={attempt.isPending}>
          Sign in
        </Button>
      </form>
      <p className="text-soft mt-5 text-xs">
        No password yet? The first start printed a set-up link; <code>npx sonde setup-link</code> makes a new
        one, and <code>npx sonde reset-password</code> sets a forgotten password. Others are invited by an
        administrator.
      </p>
    </>
  )
}
