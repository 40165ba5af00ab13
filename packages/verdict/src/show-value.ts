import { writeBeginning } from './json-beginning.ts'
import { parseJson } from './json-value.ts'

/** Of one value in a sentence. The whole of it stands beside the sentence. */
const longestShown = 200

/** A value as it stands in a sentence. */
export function showValue(value: unknown): string {
  return cutSentence(writeBeginning(value, longestShown + 1))
}

/** Targets are texts even where they mean something else: 20 reads better than "20". */
export function showTarget(target: string): string {
  return parseJson(target) === undefined ? showValue(target) : cutSentence(target.trim())
}

function cutSentence(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

/** A measurement without the digits that nobody asked for. */
export function showNumber(value: number): string {
  return String(Number(value.toFixed(3)))
}
