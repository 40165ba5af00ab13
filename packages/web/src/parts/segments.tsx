import { joinClasses } from './join-classes.ts'

/** A row of choices in one frame, for links as well: `<div className={segmentRow}><Link className={segmentClasses(…)}>`. */
export const segmentRow =
  'bg-card border-edge divide-line flex w-fit max-w-full divide-x overflow-x-auto rounded-md border'

export function segmentClasses(isCurrent: boolean): string {
  return joinClasses(
    'flex min-h-7 cursor-pointer items-center px-2.5 text-xs max-md:px-2 whitespace-nowrap no-underline hover:no-underline focus-visible:-outline-offset-2 max-md:min-h-10',
    isCurrent ? 'bg-accent-wash text-accent font-semibold' : 'text-soft hover:bg-raised font-medium',
  )
}

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
          className={segmentClasses(option.value === value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
