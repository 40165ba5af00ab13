import { useState } from 'react'
import { formatMs } from '../../parts/format.ts'
import { StatusShape } from '../../parts/status/status-shape.tsx'
import { EntriesCard } from '../playwright/entries-card.tsx'
import { matchesSearch } from '../playwright/matches-search.ts'
import type { Span } from '../playwright/step-spans.ts'
import type { ConsoleMessage } from './browser-detail.ts'
import { filterMessages, shortAddress, type MessageFilter } from './page-entries.ts'

const mostKept = 1_000

const levels = {
  error: { word: 'Error', shape: 'failed', ink: 'text-bad' },
  warning: { word: 'Warning', shape: 'degraded', ink: 'text-warn' },
  info: { word: 'Info', shape: null, ink: 'text-soft' },
} as const

/** What the pages have written to their consoles. It opens at errors, where there are any. */
export function ConsoleCard({
  messages,
  span,
  origin,
}: {
  messages: readonly ConsoleMessage[]
  span: Span | null
  origin: string | null
}) {
  const [choice, setChoice] = useState<MessageFilter | null>(null)
  const hasErrors = messages.some(({ type }) => type === 'error')
  const isGone = choice === 'step' && span === null
  const filter = choice === null || isGone ? (hasErrors ? 'error' : 'all') : choice
  return (
    <EntriesCard
      title="Console"
      note={messages.length >= mostKept ? 'The first 1,000 messages of a run are kept.' : null}
      filters={[
        { value: 'error', label: 'Errors' },
        { value: 'warning', label: 'Warnings' },
        ...(span === null ? [] : [{ value: 'step', label: 'This step' } as const]),
        { value: 'all', label: 'All' },
      ]}
      filter={filter}
      onFilter={setChoice}
      entriesOf={(one) => filterMessages(messages, one, span)}
      isMatch={({ text, location }, search) => matchesSearch([text, location], search)}
    >
      {(shown) => (
        <ol aria-label="Messages" className="divide-line divide-y">
          {shown.map(({ type, text, location, startMs }, index) => {
            const { word, shape, ink } = levels[type]
            return (
              <li key={index} className="flex items-start gap-2 px-4 py-2">
                <span className={`${ink} mt-0.5 w-3.5 shrink-0`}>
                  {shape === null ? null : <StatusShape status={shape} className="size-3.5" />}
                  <span className="sr-only">{word}</span>
                </span>
                <span className="text-soft w-14 shrink-0 text-xs leading-5 tabular-nums">
                  {formatMs(startMs)}
                </span>
                <span className="min-w-0">
                  <code className="block text-xs leading-5 break-words whitespace-pre-wrap">{text}</code>
                  {location === null ? null : (
                    <code className="text-soft block text-xs break-all">
                      {shortAddress(location, origin)}
                    </code>
                  )}
                </span>
              </li>
            )
          })}
        </ol>
      )}
    </EntriesCard>
  )
}
