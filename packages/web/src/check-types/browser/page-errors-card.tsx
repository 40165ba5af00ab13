import { Card } from '../../parts/card.tsx'
import { formatMs } from '../../parts/format.ts'
import type { BrowserPage, PageError } from './browser-detail.ts'

const firstErrors = 50

/** What scripts of pages have thrown and nothing has caught. */
export function PageErrorsCard({
  errors,
  pages,
}: {
  errors: readonly PageError[]
  pages: readonly Pick<BrowserPage, 'url'>[]
}) {
  if (errors.length === 0) return null
  const rest = errors.length - firstErrors
  return (
    <Card title={`Page errors (${errors.length})`} isFlush>
      <ol aria-label="Errors of pages" className="divide-line divide-y">
        {errors.slice(0, firstErrors).map(({ message, startMs, page }, index) => (
          <li key={index} className="flex items-start gap-3 px-4 py-2">
            <span className="text-soft w-14 shrink-0 text-xs leading-5 tabular-nums">
              {formatMs(startMs)}
            </span>
            <span className="min-w-0">
              <code className="block text-xs leading-5 break-words whitespace-pre-wrap">{message}</code>
              {page === null ? null : (
                <span className="text-soft block text-xs break-all">{pages[page]?.url}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {rest > 0 ? (
        <p className="text-soft px-4 pb-3 text-xs">{rest} more are in the raw document below.</p>
      ) : null}
    </Card>
  )
}
