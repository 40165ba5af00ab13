import { joinClasses } from './join-classes.ts'

/** By a sign and a word as well as by a colour. */
export function WordMark({ word, sign, look }: { word: string; sign: string; look: string }) {
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
