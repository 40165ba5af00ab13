import { joinClasses } from '../join-classes.ts'
import type { MarkWords } from './mark-words.ts'

export function WordMark({ word, sign, look }: MarkWords) {
  return (
    <span
      className={joinClasses(
        'inline-flex items-center gap-1 rounded px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        look,
      )}
    >
      <span aria-hidden="true">{sign}</span>
      {word}
    </span>
  )
}
