import { NamedValues } from '../../check/result/named-values.tsx'
import { barOf } from '../../check/result/waterfall.ts'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Facts } from '../../parts/facts.tsx'
import { formatBytes, formatMs } from '../../parts/format.ts'
import { joinClasses } from '../../parts/join-classes.ts'
import { StatusShape } from '../../parts/status/status-shape.tsx'
import { showBody } from '../api/shown-body.ts'
import { endOfSteps, spanOf } from './step-spans.ts'
import type { TestNode } from './test-detail.ts'

const words: Readonly<Record<TestNode['kind'], string>> = {
  test: 'Test',
  hook: 'Hook',
  step: 'Step',
  request: 'Request',
  expect: 'Assertion',
  action: 'Action',
}

/** Tests with their steps, requests and assertions on one time scale. `selection`: a step can be chosen. */
export function TestSteps({
  steps,
  selection,
}: {
  steps: readonly TestNode[]
  selection?: { index: number | null; onChange: (index: number | null) => void }
}) {
  if (steps.length === 0) return null
  const endMs = endOfSteps(steps)
  return (
    <Card title="Steps" isFlush actions={<span className="text-soft">{summaryOf(steps)}</span>}>
      <ol aria-label="Steps of the run" className="divide-line divide-y">
        {steps.map((node, index) => (
          <li key={index}>
            {node.request !== undefined ? (
              <details className="group">
                <summary className="block cursor-pointer px-4 py-1.5">
                  <Line node={node} endMs={endMs} canOpen />
                </summary>
                <div className="px-4 pb-3">
                  <Exchange node={node} />
                </div>
              </details>
            ) : selection === undefined ? (
              <div className="px-4 py-1.5">
                <Line node={node} endMs={endMs} />
              </div>
            ) : (
              <button
                type="button"
                aria-pressed={selection.index === index}
                onClick={() => selection.onChange(selection.index === index ? null : index)}
                className={joinClasses(
                  'block w-full cursor-pointer px-4 py-1.5 text-left focus-visible:outline-offset-[-2px]',
                  selection.index !== index
                    ? 'hover:bg-raised'
                    : node.error === null
                      ? 'bg-accent-wash'
                      : 'bg-bad-wash',
                )}
              >
                <Line node={node} endMs={endMs} />
              </button>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Of those that people have written; of the tests, where nobody has named a step. */
function summaryOf(steps: readonly TestNode[]): string {
  const named = steps.filter(({ kind }) => kind === 'step')
  const counted = named.length > 0 ? named : steps.filter(({ kind }) => kind === 'test')
  const failed = counted.filter(({ error }) => error !== null).length
  const passed = `${counted.length - failed} passed`
  return failed === 0 ? passed : `${passed}, ${failed} failed`
}

/** `canOpen`: it stands in a summary, and has more to show. All bars have the same width: they are one time scale. */
function Line({ node, endMs, canOpen = false }: { node: TestNode; endMs: number; canOpen?: boolean }) {
  const { kind, title, depth, durationMs, error, response } = node
  const { from, to } = spanOf(node, endMs)
  const bar = barOf({ label: title, startMs: from, lengthMs: to - from }, endMs)
  return (
    <span className="block">
      <span
        className="flex min-w-0 items-start gap-2"
        // As deep as it lies, and no deeper than a telephone is wide.
        style={{ paddingInlineStart: `${Math.min(depth, 6) * 0.75}rem` }}
      >
        <span className={joinClasses('mt-0.5', error === null ? 'text-good' : 'text-bad')}>
          <StatusShape status={error === null ? 'passed' : 'failed'} className="size-3.5" />
          <span className="sr-only">{error === null ? 'Passed' : 'Failed'}</span>
        </span>
        {/* A title that needs the whole width has it: what is told beside it goes to the next line. */}
        <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-2">
          <span
            className={joinClasses(
              'min-w-0 wrap-anywhere',
              (kind === 'test' || kind === 'step') && 'font-medium',
              error !== null && 'text-bad',
            )}
          >
            {title}
          </span>
          <span className="text-soft text-xs whitespace-nowrap">{words[kind]}</span>
          {response === undefined || response === null ? null : (
            <span className="text-soft whitespace-nowrap tabular-nums">{response.status}</span>
          )}
          <span className="text-soft ml-auto pl-2 whitespace-nowrap tabular-nums">
            {durationMs === null ? 'not finished' : formatMs(durationMs)}
          </span>
          {error === null ? null : (
            <span className="text-bad block w-full text-xs break-words">{error.split('\n', 1)[0]}</span>
          )}
        </span>
        <span
          aria-hidden="true"
          className={joinClasses('text-soft w-3 shrink-0 text-center', canOpen && 'group-open:rotate-90')}
        >
          {canOpen ? '▸' : ''}
        </span>
      </span>
      <span aria-hidden="true" className="bg-raised relative mt-1 block h-1 rounded-full">
        <span
          className={joinClasses(
            'absolute inset-y-0 rounded-full',
            error === null ? 'bg-accent-fill' : 'bg-bad-fill',
          )}
          style={{ left: `${bar.left}%`, width: `${bar.width}%` }}
        />
      </span>
    </span>
  )
}

function Exchange({ node: { request, response } }: { node: TestNode }) {
  if (request === undefined) return null
  return (
    <div className="mt-2 space-y-3">
      <Facts
        facts={[
          ['Request', `${request.method} ${request.url}`],
          ['Status', response ? `${response.status} ${response.statusText}`.trim() : null],
          ['Size', response ? formatBytes(response.bodySize) : null],
        ]}
      />
      <NamedValues title="Request headers" name="Header" values={Object.entries(request.headers)} />
      {request.body === '' ? null : <CodeBlock text={request.body} what="body of the request" />}
      {response ? (
        <>
          <NamedValues title="Response headers" name="Header" values={Object.entries(response.headers)} />
          {response.body === '' ? null : (
            <CodeBlock
              text={showBody(response.body, response.headers['content-type'] ?? '').text}
              what="body of the response"
            />
          )}
          {response.bodyTruncated === true ? (
            <p className="text-soft text-xs">The beginning of {formatBytes(response.bodySize)}.</p>
          ) : null}
        </>
      ) : (
        <p className="text-soft">No response was received.</p>
      )}
    </div>
  )
}
