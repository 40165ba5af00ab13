import type { TestSession, TestSessionResultEntry } from '@sonde/schema/projects/test-session.ts'

/** The results of a session as the XML that pipelines show: a failure is a verdict, an error is the lack of one. */
export function junitReport({ name, results, timeElapsed, startedAt }: TestSession): string {
  const failures = results.filter(isFailure).length
  const errors = results.filter(isError).length
  const skipped = results.filter(({ status }) => status === 'CANCELLED').length
  const counts = `tests="${results.length}" failures="${failures}" errors="${errors}" skipped="${skipped}"`
  const head = `name="${escaped(name)}" ${counts} time="${seconds(timeElapsed)}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${head}>`,
    `  <testsuite ${head} timestamp="${escaped(startedAt)}">`,
    ...results.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase(result: TestSessionResultEntry): string {
  const { name, logicalId, checkType, responseTime, reason, status } = result
  const time = responseTime === null ? '' : ` time="${seconds(responseTime)}"`
  const open = `    <testcase name="${escaped(name)}" classname="${escaped(`${checkType} ${logicalId ?? ''}`.trim())}"${time}`
  const message = `message="${escaped(reason ?? 'no reason given')}"`
  if (isError(result)) return `${open}><error ${message}/></testcase>`
  if (isFailure(result)) return `${open}><failure ${message}/></testcase>`
  return status === 'CANCELLED' ? `${open}><skipped/></testcase>` : `${open}/>`
}

function isError({ status, hasErrors }: TestSessionResultEntry): boolean {
  return status === 'FAILED' && hasErrors
}

function isFailure(result: TestSessionResultEntry): boolean {
  return result.status === 'FAILED' && !isError(result)
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

/** What XML has no place for is left out. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
}
