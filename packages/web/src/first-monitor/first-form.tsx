import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import kinds from 'sonde-schema:check-kinds'
import { useAccount, useApi } from '../api/account-context.ts'
import { ApiError } from '../api/api-error.ts'
import { checkTypes } from '../check-types/registry.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Failed } from '../parts/states.tsx'
import { overviewKey } from '../resources/check-overview.ts'
import { createCheck, type Check } from '../resources/checks.ts'
import type { ServedLocation } from '../resources/locations.ts'
import { mistakeInWords } from '../schema-form/mistake-words.ts'
import { proposedName } from '../check-types/proposed-name.ts'

/** The types that one word is enough for, in the order of the API. */
const firstKinds = kinds.flatMap(({ checkType, segment }) => {
  const { first } = checkTypes[checkType]
  return first === null ? [] : [{ ...first, checkType, segment }]
})
type FirstKind = (typeof firstKinds)[number]

/** Three fields; the rest is as the API has it by default. */
export function FirstForm({
  place,
  isServed,
  onMade,
}: {
  place: ServedLocation
  /** Whether an agent is there now: it may have been lost since the form was opened. */
  isServed: boolean
  onMade: (check: Check) => void
}) {
  const api = useApi()
  const { id: accountId } = useAccount()
  const queries = useQueryClient()
  const [choice, setChoice] = useState(0)
  const [target, setTarget] = useState('')
  /** Null: as proposed. */
  const [ownName, setOwnName] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const kind = firstKinds[choice]
  const name = ownName ?? proposedName(target)
  const creation = useMutation({
    mutationFn: ({ segment, requestFor }: FirstKind) =>
      createCheck(api, {
        segment,
        body: { name: name.trim(), ...place.fields, request: requestFor(target.trim()) },
      }),
    onSuccess: (check) => {
      onMade(check)
      void queries.invalidateQueries({ queryKey: [accountId, ...overviewKey] })
    },
  })
  const { error } = creation
  const violations = error instanceof ApiError ? error.violations : []
  const violationAt = (paths: readonly string[]) => violations.find(({ path }) => paths.includes(path))
  const atTarget = violationAt(kind?.fields ?? [])
  // One box holds a host and a port: the last part of the path says which of them is meant.
  const isPort = atTarget?.path.endsWith('.port') === true
  const targetMistake = atTarget === undefined ? null : mistakeInWords(atTarget.message)
  const targetError = isPort ? 'Add a colon and the port, from 1 to 65535' : targetMistake
  const completion = kind?.completionOf(target) ?? null
  const nameMessage = violationAt(['name'])?.message
  const nameError = nameMessage === undefined ? null : mistakeInWords(nameMessage)
  const isTold = targetError !== null || nameError !== null
  useEffect(() => {
    if (isTold) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [isTold, error])
  if (kind === undefined) return null
  return (
    <form
      ref={form}
      className="max-w-xl space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        creation.mutate(kind)
      }}
    >
      <fieldset>
        <legend className="mb-1 font-medium">What do you want to watch?</legend>
        <div className="flex flex-wrap gap-2">
          {firstKinds.map(({ checkType, name: word }, index) => (
            <label
              key={checkType}
              className="border-edge has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-accent inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-md border px-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name="kind"

                checked={index === choice}
                onChange={() => {
                  setChoice(index)
                  creation.reset()
                }}
              />
              {word}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label={kind.asks} help={completion ?? kind.help} error={targetError} isRequired>
        {(control) => (
          <input
            {...control}
            className="control"
            value={target}
            placeholder={kind.example}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setTarget(event.target.value)
              // What was wrong with the target before says nothing about this one.
              if (creation.isError) creation.reset()
            }}
          />
        )}
      </Field>
      <Field label="Name" help="Shown in lists and alerts." error={nameError} isRequired>
        {(control) => (
          <input
            {...control}
            className="control"
            value={name}
            required
            autoComplete="off"
            onChange={(event) => setOwnName(event.target.value === '' ? null : event.target.value)}
          />
        )}
      </Field>
      {creation.isError && !isTold ? <Failed error={error} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" type="submit" isBusy={creation.isPending}>
          Create and run it
        </Button>
        <span className="text-soft" role="status">
          {isServed
            ? `It runs at ${place.name}, at once and then regularly.`
            : `No agent is running at ${place.name} now. The check runs as soon as one is.`}
        </span>
      </div>
      <p className="text-soft">
        Heartbeats, traceroutes, gRPC and all settings are in{' '}
        <AccountLink to="/accounts/$accountId/checks/new" className="underline">
          the full form
        </AccountLink>
        .
      </p>
    </form>
  )
}
