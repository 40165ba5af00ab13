import { useState } from 'react'
import { NamedValues } from '../../check/result/named-values.tsx'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Field } from '../../parts/field.tsx'
import { formatBytes } from '../../parts/format.ts'
import { LogLines } from '../../parts/log-lines.tsx'
import type { CheckResult } from '../../resources/check-result.ts'
import { Certificate, type HttpDetail, Redirects, ResponseTimings } from '../http/response-parts.tsx'
import { findLines, showBody } from './shown-body.ts'

export function ResultDetail({ result: { apiCheckResult: detail } }: { result: CheckResult }) {
  return detail === null ? null : <ApiDetail detail={detail} />
}

function ApiDetail({ detail }: { detail: HttpDetail }) {
  const { request, response, jobLog } = detail
  return (
    <>
      <Card title="Request">
        <Facts facts={[['Request', `${request.method} ${request.url}`]]} />
        {request.data === '' ? null : (
          <div className="mt-3">
            <CodeBlock text={request.data} what="request body" />
          </div>
        )}
      </Card>
      <NamedValues title="Request headers" name="Header" values={Object.entries(request.headers)} />
      <NamedValues title="Query parameters" name="Parameter" values={Object.entries(request.params)} />
      <Card title="Response">
        <Facts
          facts={[
            ['Status', response.status === 0 ? null : `${response.status} ${response.statusText}`.trim()],
            ['Address', response.resolvedIp],
            ['Size', response.bodySize === undefined ? null : formatBytes(response.bodySize)],
          ]}
        />
      </Card>
      <ResponseTimings response={response} />
      <Body response={response} />
      <Redirects redirects={response.redirects} />
      <Certificate response={response} />
      <NamedValues title="Response headers" name="Header" values={Object.entries(response.headers)} />
      <Log jobLog={jobLog} />
    </>
  )
}

const mostLines = 200
/** Seen at a glance. */
const fewLines = 20

function Body({ response }: { response: HttpDetail['response'] }) {
  const { body, bodyEncoding, bodyTruncated, bodySize, headers } = response
  const contentType = headers['content-type'] ?? ''
  const [search, setSearch] = useState('')
  if (body === '') return null
  if (bodyEncoding === 'base64') {
    const type = contentType.split(';', 1)[0] ?? ''
    return (
      <Card title="Body">
        <img src={`data:${type};base64,${body}`} alt="The image in the response" className="max-w-full" />
      </Card>
    )
  }
  const { text } = showBody(body, contentType)
  const found = findLines(text, search)
  return (
    <Card title="Body">
      {text.split('\n', fewLines + 1).length <= fewLines ? null : (
        <Field label="Search in the body" error={null}>
          {(control) => (
            <input
              {...control}
              type="search"
              className="control max-w-sm"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
        </Field>
      )}
      {search === '' ? (
        <div className="mt-3">
          <CodeBlock text={text} what="response body" />
        </div>
      ) : (
        <div role="status" className="mt-2">
          <p className="text-soft">
            {found.length === 0
              ? 'No line contains it.'
              : `${found.length} ${found.length === 1 ? 'line' : 'lines'}`}
          </p>
          <ol className="mt-1 font-mono text-xs">
            {found.slice(0, mostLines).map(({ number, line }) => (
              <li key={number} className="break-all">
                <span className="text-soft mr-3 tabular-nums">{number}</span>
                {line}
              </li>
            ))}
          </ol>
        </div>
      )}
      {bodyTruncated === true ? (
        <p className="text-soft mt-2 text-xs">
          The beginning{bodySize === undefined ? '' : ` of ${formatBytes(bodySize)}`}. Of scheduled runs that
          passed 4,096 characters are kept, of others 256 KiB.
        </p>
      ) : null}
    </Card>
  )
}

/** In the order in which the parts of a run follow one another. */
function Log({ jobLog }: { jobLog: HttpDetail['jobLog'] }) {
  const lines =
    jobLog === null ? [] : parts.flatMap((part) => jobLog[part].map((line) => ({ ...line, part })))
  if (lines.length === 0) return null
  return (
    <Card title="Log" isFlush>
      <LogLines lines={lines} label="Log of the run" />
    </Card>
  )
}

const parts = ['setup', 'request', 'teardown'] as const
