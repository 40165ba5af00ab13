import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../api/api-error.ts'
import { sessionQuery, signIn } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { sentenceOf } from '../parts/states.tsx'
import { signInRoute } from './routes.ts'

export function SignInScreen() {
  const { next } = signInRoute.useSearch()
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    document.title = 'Sign in · Sonde'
  }, [])
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: async (session) => {
      queries.clear()
      queries.setQueryData(sessionQuery.queryKey, session)
      await router.navigate({ href: next ?? '/', replace: true })
    },
  })
  return (
    <main className="mx-auto max-w-md px-4 py-16">
      <div className="bg-card border-line rounded-lg border p-6">
        <p className="mb-4 flex items-center gap-2 text-base font-bold">
          <img src="/favicon.svg" alt="" className="size-7" /> Sonde
        </p>
        <h1 className="mb-4">Sign in</h1>
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
          {attempt.isError ? (
            <p role="alert" className="text-bad font-medium">
              <span aria-hidden="true">⚠ </span>
              {mistakeOf(attempt.error)}
            </p>
          ) : null}
          <Button look="primary" type="submit" className="w-full" isBusy={attempt.isPending}>
            Sign in
          </Button>
        </form>
        <p className="text-soft mt-5 text-xs">
          No password yet? The first start printed a set-up address; <code>npx sonde setup-link</code> makes a
          new one, and <code>npx sonde reset-password</code> sets a forgotten password. Others are invited by
          an administrator.
        </p>
      </div>
    </main>
  )
}

function mistakeOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 429 && error.retryAfterSeconds !== null) {
    return `Too many wrong tries. Try again in ${Math.ceil(error.retryAfterSeconds / 60)} min.`
  }
  return sentenceOf(error)
}
