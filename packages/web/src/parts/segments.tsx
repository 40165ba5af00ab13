import { joinClasses } from './join-classes.ts'

/** A choice of one among a few, all of them in view. */
export function Segments<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  /** What is chosen; read out only. */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <div
      role="group"
      aria-label={label}
      className="bg-card border-edge divide-line flex flex-wrap divide-x overflow-hidden rounded-md border"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={joinClasses(
            'min-h-7 cursor-pointer px-2.5 py-0.5 text-xs whitespace-nowrap focus-visible:outline-offset-[-2px]',
            option.value === value
              ? 'bg-accent-wash text-accent font-semibold'
              : 'text-soft hover:bg-raised font-medium',
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
