import { useId, useState, type ReactNode } from 'react'
import { fieldLayoutOf, schemaAt, type FormScope, type FormSection } from './form-layout.ts'
import { isWideField, type FormSchema } from './form-schema.ts'
import { valuesInWords } from './values-in-words.ts'

type SectionProps = { section: FormSection; schema: FormSchema; form: FormScope }

/** The sections of a form: a card for each that is open, and one for all folds that follow each other. */
export function FormSections({
  sections,
  ...rest
}: { sections: readonly FormSection[] } & Omit<SectionProps, 'section'>) {
  const cards: FormSection[][] = []
  for (const section of sections) {
    const last = cards.at(-1)
    if (section.isFolded === true && last?.[0]?.isFolded === true) last.push(section)
    else cards.push([section])
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-3 @min-[90rem]:grid-cols-2">
      {cards.map((card) => (
        <div key={card[0]?.title} className="bg-card border-line mb-3 min-w-0 rounded-lg border">
          {card.map((section) =>
            section.isFolded === true ? (
              <FoldedSection key={section.title} section={section} {...rest} />
            ) : (
              <OpenSection key={section.title} section={section} {...rest} />
            ),
          )}
        </div>
      ))}
    </div>
  )
}

function OpenSection(props: SectionProps) {
  const id = useId()
  const { title, isTitleHidden } = props.section
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={isTitleHidden === true ? 'sr-only' : 'px-4 pt-2.5'}>
        {title}
      </h2>
      <Fields {...props} />
    </section>
  )
}

/** Closed until somebody opens it: its line says what its fields say. A mistake in it opens it, and it stays open. */
function FoldedSection(props: SectionProps) {
  const { section, schema, form } = props
  const id = useId()
  const isWrong = section.fields.some((field) =>
    form.violations.some(({ path }) => path === field || path.startsWith(`${field}.`)),
  )
  const [isOpen, setIsOpen] = useState(false)
  const [wasWrong, setWasWrong] = useState(false)
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong)
    if (isWrong) setIsOpen(true)
  }
  const Line = section.foldLine
  return (
    <section aria-labelledby={id} className="border-line border-b last:border-b-0">
      <div className="hover:bg-raised relative grid grid-cols-[1rem_minmax(0,1fr)] items-baseline gap-x-2 rounded-lg px-4 py-2.5 sm:grid-cols-[1rem_12.5rem_minmax(0,1fr)]">
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
        <h2 id={id} className="text-sm">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-describedby={`${id}-line`}
            className="cursor-pointer text-left font-semibold after:absolute after:inset-0"
            onClick={() => setIsOpen(!isOpen)}
          >
            {section.title}
          </button>
        </h2>
        <div id={`${id}-line`} className="text-soft col-start-2 min-w-0 sm:col-start-3">
          {Line === undefined ? (
            valuesInWords({ schema, layout: form.layout, value: form.value }, section.fields)
          ) : (
            <Line form={form} />
          )}
        </div>
      </div>
      {isOpen ? <Fields {...props} /> : null}
    </section>
  )
}

function Fields({ section, schema, form }: SectionProps) {
  return (
    <div className="p-4">
      {section.help === undefined ? null : <p className="text-soft mb-4">{section.help}</p>}
      <div className="grid items-start gap-4 md:grid-cols-2">
        {section.fields.map((path) => (
          <SectionField key={path} path={path} schema={schema} form={form} />
        ))}
      </div>
    </div>
  )
}

function SectionField({
  path,
  schema,
  form,
}: {
  path: string
  schema: FormSchema
  form: FormScope
}): ReactNode {
  const field = schemaAt(schema, path)
  // A layout may be shared by types that have not all of its fields.
  if (field === undefined) return null
  const { widget, isWide = widget !== undefined || isWideField(field.schema) } = fieldLayoutOf(
    form.layout,
    path,
  )
  return (
    <div
      className={
        isWide
          ? 'min-w-0 empty:hidden has-[>:empty]:hidden md:col-span-2'
          : 'min-w-0 empty:hidden has-[>:empty]:hidden'
      }
    >
      {form.field({ path, ...field })}
    </div>
  )
}
