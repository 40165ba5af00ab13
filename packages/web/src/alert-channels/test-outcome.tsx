import { testWords } from '../alerts/alert-words.ts'
import { Failed } from '../parts/states.tsx'
import { WordMark } from '../parts/status/word-mark.tsx'
import type { ChannelTest } from '../resources/alert-channels.ts'

/** What the receiver of a test said. */
export function TestOutcome({
  test: { isPending, data, error },
}: {
  test: { isPending: boolean; data: ChannelTest | undefined; error: Error | null }
}) {
  return (
    <>
      <div role="status">
        {isPending ? <p className="mt-3">Waiting for the receiver…</p> : null}
        {data !== undefined && !isPending ? (
          <div className="mt-3">
            <WordMark {...testWords(data.status)} />
            <pre
              className="bg-raised mt-2 max-h-64 overflow-auto rounded-md p-3 font-mono text-xs whitespace-pre-wrap"
              tabIndex={0}
              role="region"
              aria-label="Response of the receiver"
            >
              {data.notificationResult === '' ? 'The response is empty.' : data.notificationResult}
            </pre>
          </div>
        ) : null}
      </div>
      {error === null || isPending ? null : <Failed error={error} />}
    </>
  )
}
