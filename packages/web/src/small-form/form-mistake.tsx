import { sentenceOf } from '../parts/states.tsx'
import { isToldByFields, mistakesBeside } from './mistake-at.ts'

/** Why a form was not taken, as far as its fields do not say it themselves. */
export function FormMistake({ error, fields }: { error: unknown; fields: readonly string[] }) {
  if (error === null || error === undefined) return null
  const beside = mistakesBeside(error, fields)
  const text = isToldByFields(error, fields)
    ? 'Not saved: the marked fields need attention.'
    : beside.length > 0
      ? beside.join('; ')
      : sentenceOf(error)
  return (
    <p role="alert" className="bg-bad-wash text-bad rounded-md p-3 font-medium">
      <span aria-hidden="true">⚠ </span>
      {text}
    </p>
  )
}
