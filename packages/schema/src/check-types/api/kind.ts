import { Type } from 'typebox'
import { ApiCheckResult, ApiRunDetail } from '../api-check-result.ts'
import type { CheckKind } from '../check-kind.ts'
import { scriptsMs } from '../run-scripts.ts'
import { component } from '../../validation/building-blocks.ts'
import { propertiesOf } from '../../validation/shape.ts'
import { requestField, runConfigOf } from '../../runs/run-config.ts'
import { certificateSeenIn, httpsHostOf } from '../http-certificate.ts'
import { describeAssertion } from '../../runs/reason.ts'
import { showUrl } from '../url/result.ts'
import { boundJobLog } from './job-log.ts'
import { apiCheck, ApiRunRequest, apiSubMinuteSeconds } from './document.ts'
import { apiHistograms, apiMetrics } from './metrics.ts'
import { apiDetailOfError, type ApiRunConfig, longestApiAttemptMs } from './result.ts'

const fields = ['request', 'shouldFail', 'degradedResponseTime', 'maxResponseTime']

export const apiKind = {
  checkType: 'API',
  segment: 'api',
  title: 'API check',
  article: 'an',
  tag: 'Checks',
  ...apiCheck,
  subMinuteSeconds: apiSubMinuteSeconds,
  analytics: {
    segment: 'api-checks',
    answer: 'AnalyticsApiCheckResponse',
    groupBy: ['runLocation', 'statusCode'],
  },
  secrets: [
    { path: ['request', 'url'], holds: 'address' },
    { path: ['request', 'headers'], holds: 'locked-values' },
    { path: ['request', 'queryParameters'], holds: 'locked-values' },
    { path: ['request', 'basicAuth', 'password'], holds: 'text' },
  ],
  run: {
    queue: 'uptime',
    image: 'uptime',
    fields,
    config: Type.Object({
      request: ApiRunRequest,
      ...propertiesOf(
        runConfigOf(
          apiCheck.create,
          fields.filter((field) => field !== 'request'),
        ),
      ),
    }),
    tellsTimeToTriggers: true,
    needs: {
      proxy: true,
      clientCertificates: true,
      requestDefaults: true,
      scripts: true,
      addresses: ['url'],
    },
    // The guarantee behind these casts: the create schema, and the schema of the detail, have validated the values.
    longestAttemptMs: (config) => longestApiAttemptMs(config as ApiRunConfig) + scriptsMs(config),
    detail: ApiRunDetail,
    detailField: 'apiCheckResult',
    detailAnswer: component('CheckResultAPI', ApiCheckResult),
    bound: (detail) => {
      const { jobLog, ...rest } = detail as ApiRunDetail
      return { ...rest, jobLog: boundJobLog(jobLog) }
    },
    longTexts: [
      { path: ['jobLog'], isList: true },
      { path: ['request', 'data'] },
      { path: ['response', 'body'], cut: { flag: 'bodyTruncated', size: 'bodySize' } },
    ],
    storedAs: 'json',
    metrics: apiMetrics,
    histograms: apiHistograms,
    // The status of no answer at all is 0.
    statusCodeOf: (detail) => (detail as ApiRunDetail).response.status || null,
    statusTextOf: (detail) => (detail as ApiRunDetail).response.statusText || null,
    textMetrics: [],
    certificate: { domainOf: httpsHostOf, seenIn: certificateSeenIn },
    detailOfError: (config, message) => apiDetailOfError(config as ApiRunConfig, message),
    errorsIn: (detail, reason) => apiErrorsIn(detail as ApiRunDetail | null, reason),
    targetOf: (config) => {
      const url = requestField(config, 'url')
      return url === null ? null : showUrl(url)
    },
  },
} satisfies CheckKind

/** What could not be sent or read, and each assertion that failed. */
function apiErrorsIn(detail: ApiRunDetail | null, reason: string | null): string[] {
  const requestError = detail?.requestError ?? null
  const errors = [
    ...(requestError === null ? [] : [requestError]),
    ...(detail?.assertions ?? []).flatMap((assertion) =>
      assertion.error === null || assertion.error === 'not evaluated' ? [] : [describeAssertion(assertion)],
    ),
  ]
  return errors.length > 0 || reason === null ? errors : [reason]
}
