import { CodeBlock } from '../../parts/code-block.tsx'
import { formatMs } from '../../parts/format.ts'
import { joinClasses } from '../../parts/join-classes.ts'
import { StatusShape } from '../../parts/status/status-shape.tsx'
import { FileLine } from '../../run-files/file-line.tsx'
import type { RunFile } from '../../run-files/run-file.ts'
import type { TestError } from '../playwright/test-detail.ts'
import { attemptWords } from './outcome-looks.ts'
import type { SuiteAttempt, SuiteAttachment, SuiteStep } from './suite-detail.ts'
import { withoutTerminalCodes } from '../../parts/terminal-codes.ts'
import { errorsOf, isOpenStep } from './suite-tests.ts'

/** As many as agents keep of one attempt. */
const mostSteps = 100

/**
 * One attempt of a test: how it ended, its errors with their places, its steps and what it has attached. `number`: null where
 * there is one attempt only. `error`: where the last one failed, of results that tell no places with their attempts.
 */
export function AttemptView({
  attempt,
  number,
  error,
  files,
}: {
  attempt: SuiteAttempt
  number: number | null
  error: TestError | null
  files: readonly RunFile[]
}) {
  const { status, durationMs, steps = [], attachments = [] } = attempt
  const name = number === null ? '' : ` of attempt ${number}`
  return (
    <>
      {number === null ? null : (
        <p className="text-xs">
          <span className="font-medium">
            Attempt {number}: {attemptWords[status]}
          </span>{' '}
          <span className="text-soft tabular-nums">{formatMs(durationMs)}</span>
        </p>
      )}
      {errorsOf(attempt, error).map(({ message, location, snippet }, index) => (
        <div key={index} className="min-w-0">
          {location === null ? null : <p className="text-soft text-xs wrap-anywhere">{location}</p>}
          <pre className="border-bad mt-1 border-l-2 pl-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
            {withoutTerminalCodes(message)}
          </pre>
          {snippet === null ? null : (
            <div className="mt-2">
              <CodeBlock
                text={withoutTerminalCodes(snippet)}
                what={location === null ? 'code around the error' : `code at ${location}`}
              />
            </div>
          )}
        </div>
      ))}
      {steps.length === 0 ? null : <Steps steps={steps} name={name} isOpen={steps.some(isOpenStep)} />}
      {attachments.length === 0 ? null : (
        <ul aria-label={`Attachments${name}`} className="mt-2 space-y-1 text-xs">
          {attachments.map((attachment, index) => (
            <li key={index} className="wrap-anywhere">
              <Attachment attachment={attachment} files={files} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Steps({ steps, name, isOpen }: { steps: readonly SuiteStep[]; name: string; isOpen: boolean }) {
  return (
    <details className="mt-2" open={isOpen}>
      <summary className="text-soft cursor-pointer text-xs">
        {steps.length < mostSteps ? `Steps${name}` : `The last ${mostSteps} steps${name}`}
      </summary>
      <ol aria-label={`Steps${name}`} className="mt-1 space-y-0.5 text-xs">
        {steps.map((step, index) => (
          <li key={index}>
            <Step step={step} />
          </li>
        ))}
      </ol>
    </details>
  )
}

function Step({ step: { kind, title, depth, durationMs, error } }: { step: SuiteStep }) {
  return (
    <span
      className="flex min-w-0 items-start gap-2"
      // As deep as it lies, and no deeper than a telephone is wide.
      style={{ paddingInlineStart: `${Math.min(depth, 6) * 0.75}rem` }}
    >
      <span className={joinClasses('mt-0.5', error === null ? 'text-good' : 'text-bad')}>
        <StatusShape status={error === null ? 'passed' : 'failed'} className="size-3" />
        <span className="sr-only">{error === null ? 'Passed' : 'Failed'}</span>
      </span>
      <span
        className={joinClasses(
          'min-w-0 grow wrap-anywhere',
          kind === 'step' && 'font-medium',
          error !== null && 'text-bad',
        )}
      >
        {withoutTerminalCodes(title)}
      </span>
      <span className="text-soft whitespace-nowrap tabular-nums">
        {durationMs === null ? 'not finished' : formatMs(durationMs)}
      </span>
    </span>
  )
}

/** What is no file of its own is in the report of Playwright. */
function Attachment({ attachment, files }: { attachment: SuiteAttachment; files: readonly RunFile[] }) {
  const file = attachment.file === null ? undefined : files.find(({ name }) => name === attachment.file)
  return (
    <>
      {attachment.name}:{' '}
      {file === undefined ? (
        <span className="text-soft">
          {attachment.file === null ? 'in the HTML report' : attachment.file} ({attachment.contentType})
        </span>
      ) : (
        <FileLine file={file} />
      )}
    </>
  )
}
