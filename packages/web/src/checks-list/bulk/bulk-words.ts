import { formatCount } from '../../parts/format.ts'
import type { StartedRuns } from '../../resources/check-sessions.ts'
import type { BulkEditAnswer } from '../../resources/checks.ts'

/** What came of something that was asked of many checks, where some stay as they are. */
export type Outcome = {
  title: string
  summary: string
  refused: readonly { checkId: string; reason: string }[]
}

export function checksInWords(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'check' : 'checks'}`
}

/** `done`: changed or deleted. */
export function wordsOfEdit({ changed, unchanged }: BulkEditAnswer, done: 'changed' | 'deleted'): string {
  const summary = `${checksInWords(changed)} ${done}`
  return unchanged === 0 ? summary : `${summary}, ${formatCount(unchanged)} unchanged`
}

/** Null when no check refused it. */
export function outcomeOfEdit({ changed, unchanged, failed }: BulkEditAnswer): Outcome | null {
  if (failed.length === 0) return null
  return {
    title: `${formatCount(failed.length)} not changed`,
    summary: `${formatCount(changed)} changed, ${formatCount(unchanged)} unchanged. These were not changed:`,
    refused: failed.map(({ checkId, message }) => ({ checkId, reason: message })),
  }
}

/** Paused checks and heartbeats are not run: the server leaves them out, and people are told how many. */
export function wordsOfRuns({ sessions, notStarted }: StartedRuns, asked: number): string {
  const left = asked - sessions.length - notStarted.length
  const summary = `Running ${checksInWords(sessions.length)}`
  return left <= 0 ? summary : `${summary}. ${formatCount(left)} paused or heartbeats left out`
}

/** Null when all of them run that can. */
export function outcomeOfRuns(started: StartedRuns, asked: number): Outcome | null {
  const { notStarted } = started
  if (notStarted.length === 0) return null
  return {
    title: `${formatCount(notStarted.length)} not started`,
    summary: `${wordsOfRuns(started, asked)}. These were not started:`,
    refused: notStarted.map(({ checkId, reason }) => ({ checkId, reason })),
  }
}

/** The API begins a refusal with the name of a field; forms have other names for them. */
const labels: Readonly<Record<string, string>> = {
  frequency: 'Interval',
  frequencyOffset: 'Interval',
  locations: 'Locations',
  privateLocations: 'Private locations',
  groupId: 'Group',
  tags: 'Tags',
}

export function inWordsOfForms(message: string): string {
  return message.replace(/^[a-zA-Z]+/, (word) => labels[word] ?? word)
}
