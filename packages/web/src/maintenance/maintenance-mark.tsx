import { joinClasses } from '../parts/join-classes.ts'
import { statusWords, type EntryStatus } from './maintenance-words.ts'

export function MaintenanceMark({ status }: { status: EntryStatus }) {
  const { word, sign, look } = statusWords(status)
  return (
    <span
      className={joinClasses(
        'inline-flex items-center gap-1 rounded px-1.5 py-0.5 text-xs font-semibold',
        look,
      )}
    >
      <span aria-hidden="true">{sign}</span>
      {word}
    </span>
  )
}
