import { Field } from '../parts/field.tsx'

/** Six digits of an authenticator app, or a recovery code where one is asked for. */
export function CodeField({
  kind = 'app',
  label = kind === 'app' ? 'Code from the app' : 'Recovery code',
  help,
  error,
  value,
  isFocused = false,
  onChange,
}: {
  kind?: 'app' | 'recovery'
  label?: string
  help?: string
  error?: string | null
  value: string
  /** Whether it is where typing goes as soon as it is shown. */
  isFocused?: boolean
  onChange: (value: string) => void
}) {
  return (
    <Field label={label} help={help} error={error} isRequired>
      {(control) => (
        <input
          {...control}
          className="control font-mono"
          autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
          inputMode={kind === 'app' ? 'numeric' : 'text'}
          maxLength={kind === 'app' ? 7 : 40}
          spellCheck={false}
          autoFocus={isFocused}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
