import { NamedValues } from '../../check/result/named-values.tsx'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Facts } from '../../parts/facts.tsx'
import { formatMs } from '../../parts/format.ts'
import { showBody } from '../api/shown-body.ts'
import type { TestNode } from './test-detail.ts'

const words: Readonly<Record<TestNode['kind'], string>> = {
  test: 'Test',
  hook: 'Hook',
  step: 'Step',
  request: 'Request',
  expect: 'Assertion',
  action: 'Action',
}

/** Tests with their steps, requests and assertions, each with its time. */
export function TestSteps({ steps }: { steps: readonly TestNode[] }) {
  if (steps.length === 0) return null
  return (
    <Card title="Steps" isFlush>
      <ol aria-label="Steps of the run" className="divide-line divide-y">
        {steps.map((node, index) => (
          <li key={index} className="px-3 py-2">
            {node.request === undefined ? (
              <Line node={node} />
            ) : (
              <details>
                <summary className="cursor-pointer">
                  <Line node={node} />
                </summary>
                <Exchange node={node} />
              </details>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Line({ node: { kind, title, depth, durationMs, error, response } }: { node: TestNode }) {
  return (
    <span
      className="inline-flex w-[calc(100%-1.5rem)] min-w-0 flex-wrap items-baseline gap-x-2 align-top"
      // As deep as it lies, and no deeper than a telephone is wide.
      style={{ paddingInlineStart: `${Math.min(depth, 6) * 0.75}rem` }}
    >
      <span className={error === null ? 'text-good' : 'text-bad'}>
        <span aria-hidden="true">{error === null ? '✓' : '✕'}</span>
        <span className="sr-only">{error === null ? 'Passed' : 'Failed'}</span>
      </span>
      <span className="text-soft text-xs">{words[kind]}</span>
      <span className={`min-w-0 break-all ${kind === 'test' ? 'font-semibold' : ''}`}>{title}</span>
      {response === undefined || response === null ? null : (
        <span className="text-soft tabular-nums">{response.status}</span>
      )}
      <span className="text-soft ml-auto whitespace-nowrap tabular-nums">
        {durationMs === null ? 'not finished' : formatMs(durationMs)}
      </span>
      {error === null ? null : (
        <span className="text-bad w-full text-xs break-words">{error.split('\n', 1)[0]}</span>
      )}
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
          ['Size', response ? `${response.bodySize} bytes` : null],
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
            <p className="text-soft text-xs">The beginning of {response.bodySize} bytes.</p>
          ) : null}
        </>
      ) : (
        <p className="text-soft">No response was received.</p>
      )}
    </div>
  )
}
