import { useId, useState, type ReactNode } from 'react'
import { describedBy, FieldHelp, FieldMistake } from '../parts/field-notes.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'
import { contextOf } from './form-context.ts'
import { inShort, intervalsOf, inWords, isUsual, type Interval } from './intervals.ts'

/** Frequency and offset as one choice: how often it runs. The usual ones are buttons, the others a list behind "Other". */
export function IntervalField({ value, schema, label, error, form }: WidgetProps) {
  const id = useId()
  const [wantsOther, setWantsOther] = useState(false)
  const { subMinuteSeconds } = contextOf(form.context)
  const intervals = intervalsOf(schema.enum ?? [], subMinuteSeconds)
  const offset = form.value['frequencyOffset']
  const current = intervals.find(
    (interval) => interval.frequency === value && (value !== 0 || interval.frequencyOffset === offset),
  )
  const isOther = wantsOther || (current !== undefined && !isUsual(current))
  const help = form.value['runParallel'] === true ? 'Every location runs the check this often.' : undefined
  const choose = (interval: Interval | undefined) => {
    // Both at once, and the offset only where it says how often: otherwise the server spreads the load.
    if (interval !== undefined) form.setMany({ frequencyOffset: undefined, ...interval })
  }
  return (
    <fieldset className="min-w-0" aria-describedby={describedBy(id, { help, error })}>
      <legend className="mb-1 block font-medium">{label}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <div className="bg-card border-edge divide-line flex max-w-full flex-wrap divide-x overflow-hidden rounded-md border">
          {intervals.filter(isUsual).map((interval) => (
            <Choice
              key={inShort(interval)}
              name={id}
              isChosen={!isOther && interval === current}
              onChoose={() => {
                setWantsOther(false)
                choose(interval)
              }}
            >
              {inShort(interval)}
            </Choice>
          ))}
          <Choice name={id} isChosen={isOther} onChoose={() => setWantsOther(true)}>
            Other
          </Choice>
        </div>
        {isOther ? (
          <select
            aria-label="Other interval"
            className="control w-auto!"
            value={current === undefined ? '' : inWords(current)}
            onChange={({ target }) => {
              setWantsOther(true)
              choose(intervals.find((interval) => inWords(interval) === target.value))
            }}
          >
            {current === undefined ? <option value="">Choose…</option> : null}
            {intervals.map((interval) => (
              <option key={inWords(interval)}>{inWords(interval)}</option>
            ))}
          </select>
        ) : null}
      </div>
      <FieldHelp id={id} help={help} />
      <FieldMistake id={id} error={error} />
    </fieldset>
  )
}

/** A radio button that looks like one of a row: the keys of a radio group work. */
function Choice({
  name,
  isChosen,
  onChoose,
  children,
}: {
  name: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}) {
  return (
    <label className="text-soft hover:bg-raised has-[:checked]:bg-accent-wash has-[:checked]:text-accent has-[:focus-visible]:outline-accent relative flex min-h-9 min-w-12 cursor-pointer items-center justify-center px-3 font-medium whitespace-nowrap has-[:checked]:font-semibold has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 max-md:min-h-10">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
      />
      {children}
    </label>
  )
}
